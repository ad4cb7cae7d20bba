import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** The API calls that the page sends from now on, as `METHOD /path`. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:cart|inventorys)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** The live channel names every change within two seconds, so a read that it causes has begun by then. */
const NUDGED_MS = 2_500

for (const [path, name, put] of [
  ['/orderwiseitem', 'one club’s order', '/cart/update-multiple-cart-items'],
  ['/items', 'the stock', '/inventorys/update-inventory-items'],
  ['/customitems', 'the custom items', '/cart/update-multiple-cart-items'],
] as const)
  test(`saving ${name} sends one PUT and reads nothing again`, async ({ portal, page }) => {
    const ids = await portal.addItems({ 'Gaffer Tape': 6 })
    const club = await portal.addClub('Drama Club')
    await portal.placeOrder(club, [
      { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
      { itemName: 'Black felt', ordered_quantity: 1 },
    ])
    await signIn(page, portal, portal.admin)
    if (path === '/orderwiseitem') {
      await page.getByRole('link', { name: /View All Orders/ }).click()
      await page.getByRole('link', { name: /View Order/ }).click()
    } else await page.goto(path)
    const item = path === '/customitems' ? 'Black felt' : 'Gaffer Tape'
    const row = page.getByRole('row').filter({ hasText: item })
    await row.getByRole('textbox', { name: /Remarks/ }).fill('On the top shelf')
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
    const start = Date.now()
    await expect.poll(() => Date.now() - start).toBeGreaterThan(1_000)
    const calls = recordCalls(page)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Changes saved.')).toBeVisible()
    const saved = Date.now()
    await expect.poll(() => Date.now() - saved).toBeGreaterThan(NUDGED_MS)
    expect(calls).toEqual([`PUT ${put}`])
    await expect(row.getByRole('textbox', { name: /Remarks/ })).toHaveValue('On the top shelf')
  })
