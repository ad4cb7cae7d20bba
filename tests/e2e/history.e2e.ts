import type { Page } from '@playwright/test'
import type { StockItem } from '#src/contract/records.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSoundAt,
  type Portal,
  signIn,
  test,
} from './fixtures.ts'

/** A club with an order of two lines, and an administrator who gave three of the first. */
async function prepare(portal: Portal) {
  const ids = await portal.addItems({ 'Brush Round 4': 20, 'Gaffer Tape': 10 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids['Brush Round 4'], ordered_quantity: 8 },
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  const give = (...units: number[]) =>
    portal.decide(
      ...units.map((allotted_quantity, at) => ({
        _id: lines[at === 0 ? 'Brush Round 4' : 'Gaffer Tape'],
        allotted_quantity,
      })),
    )
  return { club, give }
}

async function openHistory(page: Page, portal: Portal) {
  await signIn(page, portal, portal.admin)
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'History' })
    .click()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
}
const rows = (page: Page) => page.getByRole('region', { name: 'Today' }).getByRole('listitem')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text }).first()
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })

const readStock = (portal: Portal) => portal.asAdmin<StockItem[]>('GET', '/inventorys/inventory')
/** What is on the shelf, by the item's name. */
const shelfOf = async (portal: Portal, name: string) =>
  (await readStock(portal)).find(({ itemName }) => itemName === name)?.itemQuantity

test('a change by somebody else waits, and is taken back', async ({ portal, page }) => {
  const { give } = await prepare(portal)
  await openHistory(page, portal)
  const first = rows(page).first()
  const before = await first.textContent()
  await give(3)
  await expect(page.getByText('1 new')).toBeVisible()
  expect(await first.textContent()).toBe(before)
  await show(page).click()
  await expect(first).toContainText('gave Drama Club 3 Brush Round 4')
  await expect(first).toContainText('just now')
  await expect(first).toBeFocused()

  const row = rowOf(page, 'gave Drama Club 3 Brush Round 4')
  await expect(row).toContainText('3 of 8')
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 decision undone')).toBeVisible()
  await expect(row).toContainText(/Undone at \d\d:\d\d/)
  expect(await shelfOf(portal, 'Brush Round 4')).toBe(20)
  await expect(page.getByText('1 new')).toBeVisible()
  await show(page).click()
  await expect(first).toContainText(/You.*undid 1 decision for Drama Club, made at \d\d:\d\d/)
})

test('a first page is full, however many rows its newest changes have', async ({
  portal,
  page,
}) => {
  const { club, give } = await prepare(portal)
  for (let n = 0; n < 5; n++) await give(1)
  const many = Array.from({ length: 60 }, (_, n) => ({
    itemName: `Prop ${n}`,
    ordered_quantity: 1,
  }))
  await portal.placeOrder(club, many)
  await openHistory(page, portal)
  await expect(rowOf(page, 'ordered 60 items')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'gave Drama Club' })).toHaveCount(5)
})

test('a batch is taken back by keyboard, or refused with reasons', async ({ portal, page }) => {
  const { give } = await prepare(portal)
  for (const isConfirmDisabled of [true, false])
    await portal.asAdmin('PUT', '/cart/confirm-disabled', { isConfirmDisabled })
  await give(3, 4)
  await openHistory(page, portal)
  await expect(page.getByText('ordering open, with 1 pause')).toBeVisible()
  const row = rowOf(page, '2 decisions for Drama Club')
  const fold = row.getByRole('button', { name: /^2 decisions/ })
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(row.getByText('Drama Club: 3 Brush Round 4')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: /^Undo/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Undo 2 decisions?' })
  await expect(dialog).toContainText('7 pieces go back to the shelf.')
  await expectAccessible(page, true, 'dialog')
  await page.keyboard.press('Escape')
  // A dialog that fades out is still visible.
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Undo/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo 2 decisions' }).focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Undone at')

  // The undoing can be undone while its units lie on the shelf.
  await show(page).click()
  const undoing = rowOf(page, 'undid 2 decisions')
  for (const { _id, rev } of await readStock(portal))
    await portal.asAdmin('PATCH', `/inventorys/inventory/${_id}`, { rev, itemQuantity: 1 })
  await undoing.getByRole('button', { name: /^Undo/ }).click()
  await dialog.getByRole('button', { name: 'Undo 2 decisions' }).click()
  const refused = page.getByRole('dialog', { name: 'Nothing was undone' })
  await expect(refused).toContainText('1 of Brush Round 4 is on the shelf, 3 are needed.')
  await refused.getByRole('button', { name: 'Close' }).click()
  expect(await shelfOf(portal, 'Gaffer Tape')).toBe(1)
})

test('a deleted cart is found under Deleted and brought back', async ({ portal, page }) => {
  const { give, club } = await prepare(portal)
  await give(3)
  await portal.deleteOrder({ reason: 'Ordered twice' })
  await openHistory(page, portal)
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await expect(page).toHaveURL(/kind=line_deleted/)
  const row = rowOf(page, 'deleted the order of Drama Club: 2 items, 12 pieces')
  await expect(row).toContainText('3 put back')
  await expect(row).toContainText('Ordered twice')
  await page.reload()
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deleted', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2 deletions' }).click()
  await expect(row).toContainText('Undone at')
  expect(await portal.asAdmin('GET', `/cart/cart-items-user/${club.id}`)).toMatchObject([
    { allotted_quantity: 3 },
    { allotted_quantity: 0 },
  ])

  await page.getByRole('combobox', { name: 'Item' }).selectOption({ label: 'Gaffer Tape' })
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await kind.focus()
  await kind.selectOption({ label: 'Items changed' })
  await expect(page.getByText('Gaffer Tape, items changed: there is none.')).toBeVisible()
  await expect(kind).toBeFocused()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await expect(rowOf(page, 'Drama Club')).toBeVisible()

  await page.goto(`${portal.url}/history?club=nobody`)
  await expect(page.getByRole('alert')).toHaveText(
    /^Failed to fetch the history.*does not know what is asked for\..*Try again$/,
  )
})

test('the history is sound at 320, 768 and 1440 px', async ({ portal, page }) => {
  const { give } = await prepare(portal)
  await give(3, 4)
  await portal.deleteOrder()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 900 })
  await openHistory(page, portal)
  await rows(page).getByRole('button', { expanded: false }).first().click()
  await portal.addItems({ 'Chart Paper': 5 })
  await expect(page.getByText('1 new')).toBeVisible()
  await expectSoundAt(page, [320], 900)
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    // A row out of sight has the height that it has in sight.
    const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.clientHeight))
    await page.keyboard.press('End')
    await expect.poll(async () => Math.max(...(await heights()))).toBeLessThan(400)
  }
  await page.setViewportSize({ width: 768, height: 900 })
  await page.getByRole('button', { name: 'Filter' }).click()
  await expectSoundAt(page, [768, 320], 900, 'dialog')
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Deleted' })
  await sheet.getByRole('button', { name: 'Show changes' }).click()
  await expect(page).toHaveURL(/kind=line_deleted/)
  await expect(page.getByText('No more deleted lines.')).toBeVisible()
  await page.getByRole('button', { name: 'Filter 1 set' }).click()
  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/history$/)
})

test('names lead to the order and the ledger', async ({ portal, page }) => {
  const { give } = await prepare(portal)
  await give(3, 4)
  await give(2)
  await openHistory(page, portal)
  await rowOf(page, 'gave Drama Club 2 more Brush Round 4')
    .getByRole('button', { name: 'Brush Round 4', exact: true })
    .click()
  const ledger = page.getByRole('dialog', { name: 'Brush Round 4' })
  await expect(ledger.getByRole('row').nth(1)).toContainText('given to Drama Club')
  await ledger.getByRole('row').nth(2).getByRole('link').click()
  await expect(ledger).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('2 decisions for Drama Club')
  await page.getByRole('button', { name: 'Everything' }).click()
  await rowOf(page, 'gave Drama Club 2 more Brush Round 4')
    .getByRole('link', { name: 'Drama Club' })
    .click()
  await expect(page).toHaveURL(/\/orderwiseitem\?club=/)
  await expect(page.getByRole('heading', { name: 'Drama Club' })).toBeVisible()
})
