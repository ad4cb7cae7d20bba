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

/** Every frame that the page receives on the live channel. */
function recordFrames(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  )
  return frames
}

/** Longer than the page waits between a frame and the read that the frame causes. */
const READ_DELAY_MS = 3_000

for (const [path, name, put, topic] of [
  ['/orderwiseitem', 'one club’s order', '/cart/update-multiple-cart-items', 'carts'],
  ['/items', 'the stock', '/inventorys/update-inventory-items', 'inventory'],
  ['/customitems', 'the custom items', '/cart/update-multiple-cart-items', 'carts'],
] as const)
  test(`saving ${name} sends one PUT and reads nothing again`, async ({ portal, page }) => {
    const ids = await portal.addItems({ 'Gaffer Tape': 6 })
    const club = await portal.addClub('Drama Club')
    await portal.placeOrder(club, [
      { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
      { itemName: 'Black felt', ordered_quantity: 1 },
    ])
    await page.clock.install()
    const frames = recordFrames(page)
    await signIn(page, portal, portal.admin)
    if (path === '/orderwiseitem') {
      await page.getByRole('link', { name: /View All Orders/ }).click()
      await page.getByRole('link', { name: /View Order/ }).click()
    } else await page.goto(path)
    const item = path === '/customitems' ? 'Black felt' : 'Gaffer Tape'
    const row = page.getByRole('row').filter({ hasText: item })
    await row.getByRole('combobox', { name: /Remarks/ }).fill('On the top shelf')
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const calls = recordCalls(page)
    const before = frames.length
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Saved 1 change')).toBeVisible()
    const isNudge = (frame: string) => frame.includes('"state"') && frame.includes(`"${topic}"`)
    await expect.poll(() => frames.slice(before).some(isNudge)).toBe(true)
    await page.clock.fastForward(READ_DELAY_MS)
    await page.evaluate(() => fetch('/health/live'))
    expect(calls).toEqual([`PUT ${put}`])
    await expect(row.getByRole('combobox', { name: /Remarks/ })).toHaveValue('On the top shelf')
  })
