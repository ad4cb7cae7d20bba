/** Nothing moves under the pointer, and nothing that a person does stays hidden from them. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { findCovered } from './covered.ts'

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y

test('an item that the administrator adds shows at once and is scrolled to', async ({
  page,
  portal,
}) => {
  await portal.addItems(
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`Item ${index + 10}`, 5])),
  )
  await signIn(page, portal, portal.admin)
  const name = page.getByLabel('New item')
  await page.getByRole('heading', { name: 'Item 10' }).waitFor()
  for (const item of ['Item 60b', 'Brush Round 4']) {
    await name.fill(item)
    await page.getByRole('button', { name: 'Add Item' }).click()
    await expect(page.getByRole('heading', { name: item })).toBeInViewport()
    await expect(page.getByText(/new items?$/)).toHaveCount(0)
    await expect(name).toBeFocused()
  }
})

test('an item shows at once although the search does not match it', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 6, 'Foam Board': 3 })
  await signIn(page, portal, portal.admin)
  const search = page.getByRole('searchbox')
  await page.getByLabel('New item').fill('Brush Round 4')
  await search.fill('tape')
  await expect(page.getByRole('heading', { name: 'Foam Board' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(page.getByRole('heading', { name: 'Brush Round 4' })).toBeInViewport()
  await expect(search).toHaveValue('')
})

test('a deleted line of Your Orders says so, and its end moves nothing', async ({
  page,
  portal,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, Glue: 2 })
  const club = await portal.addClub('Drama Club')
  const placed = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { item_id: ids.Glue, ordered_quantity: 1 },
  ])
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  const rows = page.getByRole('table', { name: 'Lines of your orders' }).locator('tbody tr')
  const tape = rows.filter({ hasText: 'Gaffer Tape' })
  await tape.getByText('Pending').hover()
  const { body } = await portal.call('GET', '/cart/get-club-list', { token: portal.admin.token })
  const [cart] = body as { cart_id: string }[]
  const remove = (itemName: string) => {
    const line = placed.find((other) => other.itemName === itemName)
    return portal.call('DELETE', `/cart/remove-item/${cart?.cart_id}/${line?._id}`, {
      token: portal.admin.token,
    })
  }
  await remove('Gaffer Tape')
  await expect(tape).toContainText('Deleted')
  await expect(tape).not.toContainText('Pending')

  // the pointer leaves for a button below the list
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  const before = await topOf(add)
  await add.hover()
  await remove('Glue')
  await expect(rows.filter({ hasText: 'Glue' })).toContainText('Deleted')
  expect(await topOf(add)).toBe(before)
  await expect(page.getByText('2 order lines deleted')).toBeAttached()

  await page.getByRole('button', { name: 'Hide Orders' }).click()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})

for (const width of [320, 768, 1440])
  test(`at ${width} px the newest Undo of the switch replaces the older one and covers no control`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await portal.addItems({ 'Gaffer Tape': 6 })
    await signIn(page, portal, portal.admin)
    const undo = page.getByRole('button', { name: 'Undo' })
    const lever = page.getByRole('switch', { name: /^Orders / })
    await lever.click()
    await expect(undo).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'Orders Disabled' })).toBeVisible()
    await lever.click()
    await expect(page.getByRole('status').filter({ hasText: 'Orders Enabled' })).toBeVisible()
    await expect(undo).toHaveCount(1)
    await undo.hover()
    expect(await findCovered(page)).toEqual([])
    await page.getByRole('link', { name: /Inventory Items Analysis/ }).press('Enter')
    await page.getByRole('button', { name: 'Save Changes' }).waitFor()
    await expect(undo).toBeVisible()
    expect(await findCovered(page)).toEqual([])
    await page.getByRole('combobox', { name: /Remarks/ }).fill('Ordered')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(undo).toHaveCount(2)
    expect(await findCovered(page)).toEqual([])
  })

/** The sum of all layout shifts since the document began, as browsers count them. */
const sumShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // An observer that finds nothing is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )

for (const width of [320, 768, 1440])
  test(`at ${width} px the club's page does not move while it loads`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 1_024 })
    await portal.addItems({ 'Gaffer Tape': 6, 'Brush Round 4': 10, Glue: 3, Rope: 4, Felt: 2 })
    await signIn(page, portal, await portal.addClub('Drama Club'))
    for (const delay of [0, 400]) {
      await page.route(/\/(inventorys|cart)\//, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay))
        await route.continue()
      })
      await page.reload()
      await page.getByRole('heading', { name: 'Gaffer Tape' }).waitFor()
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await page.getByRole('contentinfo').waitFor()
      expect(await sumShifts(page)).toBeLessThanOrEqual(0.01)
    }
  })

for (const [path, read] of [
  ['/board', '/cart/board'],
  ['/items', '/cart/cart-item-summary'],
  ['/customitems', '/cart/cart-item-summary-custom'],
] as const)
  test(`${path}: Download Excel waits for the rows`, async ({ page, portal }) => {
    await portal.addItems({ 'Gaffer Tape': 6 })
    await signIn(page, portal, portal.admin)
    const released = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname === read,
      async (route) => {
        await released.promise
        await route.continue()
      },
    )
    await page.goto(path)
    const download = page.getByRole('button', { name: 'Download Excel' })
    await expect(download).toBeDisabled()
    released.resolve()
    await expect(download).toBeEnabled()
    const waiting = page.waitForEvent('download')
    await download.click()
    expect((await waiting).suggestedFilename()).toMatch(/\.xlsx$/)
  })
