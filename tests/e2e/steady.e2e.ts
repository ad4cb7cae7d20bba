/** Nothing moves under the pointer, and nothing that a person does stays hidden from them. */
import type { Locator, Page } from '@playwright/test'
import { atDepth } from '#tests/support/random.ts'
import { ADMIN_SCREENS, expect, signIn, test } from './fixtures.ts'
import { findCovered } from './covered.ts'
import { openMore } from './support-board.ts'

const WIDTHS = atDepth([320], [320, 768, 1440])

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Item ${index + 100}`, 5]))

test('an item that the administrator adds shows at once', async ({ page, portal }) => {
  await portal.addItems(numbered(60))
  await signIn(page, portal, portal.admin)
  const name = page.getByLabel('New item')
  const add = page.getByRole('button', { name: 'Add Item' })
  const search = page.getByRole('searchbox')
  await page.getByRole('heading', { name: 'Item 100' }).waitFor()
  for (const [item, sought] of [
    ['Item 150b', ''],
    ['Brush Round 4', ''],
    ['Gaffer Tape', 'item 11'],
  ] as const) {
    await name.fill(item)
    if (sought) {
      await search.fill(sought)
      await expect(page.getByRole('heading', { name: 'Item 100' })).toHaveCount(0)
    }
    await add.click()
    await expect(page.getByRole('heading', { name: item })).toBeInViewport()
    await expect(page.getByText(/new items?$/)).toHaveCount(0)
    await expect(search).toHaveValue('')
    if (!sought) await expect(name).toBeFocused()
  }
})

test('a deleted line of Your Orders moves nothing', async ({ page, portal }) => {
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
  const remove = (item: string) => portal.deleteOrder({ line: placed[item] ?? '' })
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
  await expect(page.getByText('2 order lines taken out')).toBeAttached()

  await page.getByRole('button', { name: 'Hide Orders' }).click()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await expect(
    page.getByRole('heading', { name: 'Nothing is ordered yet for First edition' }),
  ).toBeVisible()
})

test('a search keeps the order of rows, and an edit moves none', async ({ page, portal }) => {
  await portal.addItems(numbered(40))
  await signIn(page, portal, portal.admin, '/items')
  // hidden rows are counted too
  const rows = page.locator('tbody tr')
  const names = page.getByRole('rowheader')
  await expect(rows).toHaveCount(40)
  const all = await names.allTextContents()
  const search = page.getByRole('searchbox')
  await search.fill('item 11')
  await expect(rows).toHaveCount(10)
  await expect(names).toHaveText(all.filter((name) => name.startsWith('Item 11')))
  await search.fill('nothing')
  await expect(page.getByText('No items match “nothing”')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(rows).toHaveCount(40)
  await expect(names).toHaveText(all)

  const statuses = page.getByRole('combobox', { name: /^Status of/ })
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const before = await topOf(statuses.nth(at + 2))
    await statuses.nth(at).selectOption({ index: 1 })
    await expect(page.getByText('unsaved', { exact: true })).toHaveCount(at + 1)
    expect(await topOf(statuses.nth(at + 2)), `at ${width} px`).toBe(before)
  }
  await search.fill('item 12')
  await expect(rows).toHaveCount(10)
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(page.getByText(/^Saved \d changes?/)).toBeVisible()
  await search.fill('')
  await expect(statuses.first()).not.toHaveValue('')
  await save.click()
  await expect(page.getByText('No changes to save.')).toBeVisible()
})

test('in the shop no card moves, and a message lets presses through', async ({ page, portal }) => {
  await portal.addItems(numbered(40))
  await signIn(page, portal, await portal.addClub('Drama Club'))
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
  const button = (card: number, name: string) => cards.nth(card).getByRole('button', { name })
  await expect(cards).toHaveCount(40)
  const tops = () =>
    cards.evaluateAll((some) =>
      some.slice(0, 12).map((card) => card.getBoundingClientRect().y + scrollY),
    )
  for (const [turn, width] of WIDTHS.entries())
    for (const [at, view] of ['Grid', 'List'].entries()) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('button', { name: view, exact: true }).click()
      await expect(page.locator(`[data-view=${view.toLowerCase()}]`)).toBeVisible()
      const before = await tops()
      const card = cards.nth(2 * turn + at + 4)
      await card.getByRole('button', { name: 'One more' }).click()
      await card.getByRole('button', { name: 'Add to Cart' }).click()
      await expect(card.getByText('1 in cart')).toBeVisible()
      expect(await tops(), `${view} at ${width} px`).toEqual(before)
    }

  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  const added = page.getByText('Added to Cart')
  await expect(added).toHaveCount(0)
  // Messages come in the lower right corner: it lies on the button of the fourth card.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => scrollTo(0, 0))
  const corner = await button(3, 'Add to Cart').boundingBox()
  await page.setViewportSize({ width: 1440, height: Math.round((corner?.y ?? 0) + 80) })
  for (const card of [0, 3]) await button(card, 'One more').click()
  await button(0, 'Add to Cart').click()
  await expect(added).toBeVisible()
  await button(3, 'Add to Cart').click()
  await expect(cards.nth(3).getByText('1 in cart')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  const names = page.getByRole('listitem').getByRole('heading')
  const rows = () =>
    names.evaluateAll((all) =>
      all.map((name) => {
        const { y, width } = name.closest('li')?.getBoundingClientRect() ?? new DOMRect()
        return `${y}, ${width} wide`
      }),
    )
  await expect(names).toHaveCount(40)
  const all = await names.allTextContents()
  const firstRow = (await rows()).slice(0, 4)
  const search = page.getByRole('searchbox')
  await search.fill('0')
  await expect(names).toHaveText(all.filter((name) => name.includes('0')))
  await search.fill('5')
  await expect(names).toHaveText(['Item 105', 'Item 115', 'Item 125', 'Item 135'])
  expect(await rows()).toEqual(firstRow)
  await search.fill('')
  await expect(names).toHaveText(all)
})

for (const width of WIDTHS)
  test(`at ${width} px the newest Undo replaces the older`, async ({ page, portal }) => {
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

test('on a phone with a slow line no screen moves while it loads', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const ids = await portal.addItems({ 'Gaffer Tape': 6, 'Brush Round 4': 10, Glue: 3, Rope: 4 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { item_id: ids.Rope, ordered_quantity: 9 },
    { itemName: 'Neon', ordered_quantity: 2 },
  ])
  await portal.decide({ _id: lines['Gaffer Tape'], allotted_quantity: 3, status: 'Ready' })
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  async function expectStill(path: string) {
    await line.send('Network.clearBrowserCache')
    await page.goto(portal.url + path)
    await page.getByRole('contentinfo').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await sumShifts(page), path).toBeLessThanOrEqual(0.01)
  }
  for (const path of ['/inventory', '/register', '/forgpass', '/users/mails-off'])
    await expectStill(path)
  await signIn(page, portal, club)
  await expectStill('/inventoryuser')
  await signIn(page, portal, portal.admin)
  for (const path of ADMIN_SCREENS.filter((path) => path !== '/orderwiseitem'))
    await expectStill(path)
  await expectStill(`/orderwiseitem?club=${club.id}`)
})

test('Download Excel waits for the rows', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  await signIn(page, portal, portal.admin)
  for (const [path, read] of [
    ['/board', '/cart/board'],
    ['/items', '/cart/cart-item-summary'],
    ['/customitems', '/cart/cart-item-summary-custom'],
  ] as const) {
    const released = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname === read,
      async (route) => {
        await released.promise
        await route.continue()
      },
    )
    await page.goto(path)
    if (path === '/board') await openMore(page)
    const download = page.getByRole('button', { name: 'Download Excel' })
    await expect(download).toBeDisabled()
    released.resolve()
    await expect(download).toBeEnabled()
    const waiting = page.waitForEvent('download')
    await download.click()
    expect((await waiting).suggestedFilename()).toMatch(/\.xlsx$/)
  }
})
