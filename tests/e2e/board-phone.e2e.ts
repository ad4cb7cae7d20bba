import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Portal,
  signIn,
  test,
} from './fixtures.ts'

/** Two clubs that ask for ten brushes and ten tapes; four brushes are missing. */
async function prepare(portal: Portal) {
  const ids = await portal.addItems({ 'Brush Round 4': 6, 'Gaffer Tape': 30 })
  const lines: Record<string, string> = {}
  for (const [name, asked] of [
    ['Drama Club', 7],
    ['Music Club', 3],
  ] as const) {
    const club = await portal.addClub(name)
    const placed = await portal.placeOrder(
      club,
      Object.values(ids).map((item_id) => ({ item_id, ordered_quantity: asked })),
    )
    for (const { _id, itemName } of placed) lines[`${name}, ${itemName}`] = _id
  }
  const give = (line: string, allotted_quantity: number) =>
    portal.call('PUT', '/cart/update-multiple-cart-items', {
      token: portal.admin.token,
      body: { items: [{ _id: lines[line], allotted_quantity }] },
    })
  return { ids, give }
}

async function openBoard(page: Page, portal: Portal, query = '') {
  await signIn(page, portal, portal.admin, `/board${query}`)
  await expect(page.getByRole('link', { name: /^Brush Round 4/ })).toBeVisible()
}

const openFilters = (page: Page) => page.getByRole('button', { name: 'Search and filter' }).tap()

const stepperOf = (page: Page, club: string) =>
  page.getByRole('group', { name: `Give Brush Round 4 for ${club}` })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a filter and what is typed stay while items are opened, the page is read again, and the screen grows', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  await openFilters(page)
  await page.getByRole('button', { name: /^Short only/ }).tap()
  await expect(page.getByRole('link', { name: /^Gaffer Tape/ })).toBeHidden()
  await page.getByRole('link', { name: /^Brush Round 4/ }).tap()
  await stepperOf(page, 'Drama Club').getByRole('button', { name: 'One more' }).tap()
  await expect(page.getByText('1 change in 1 item for 1 club')).toBeVisible()

  await page.reload()
  await expect(stepperOf(page, 'Drama Club').getByRole('spinbutton')).toHaveValue('1')
  await page.getByRole('link', { name: 'All items' }).tap()
  await expect(page.getByRole('link', { name: /^Brush Round 4/ })).toContainText('not saved')
  await expect(page).toHaveURL(/\/board\?short=1$/)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(
    page.getByRole('gridcell', { name: /^Drama Club, Brush Round 4: / }),
  ).toHaveAccessibleName(/: 1 of 7, not saved, was 0/)
})

test('an item leads to the items beside it, and adds a club that has not asked', async ({
  portal,
  page,
}) => {
  const { ids } = await prepare(portal)
  const quiz = await portal.addClub('Quiz Club')
  await portal.placeOrder(quiz, [{ item_id: ids['Brush Round 4'], ordered_quantity: 2 }])
  await openBoard(page, portal)
  await page.getByRole('link', { name: /^Brush Round 4/ }).tap()
  const ways = page.getByRole('navigation', { name: 'Items' })
  await expect(ways).toContainText('1 of 2')
  await expect(ways.getByRole('link', { name: /^Item before/ })).toHaveCount(0)
  await ways.getByRole('link', { name: 'Next item: Gaffer Tape' }).tap()
  await expect(page.getByRole('heading', { name: 'Gaffer Tape', level: 1 })).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: 'Drama Club' })
  const fold = line.getByRole('button', { name: /^Status and remarks of/ })
  await fold.tap()
  await line
    .getByRole('combobox', { name: 'Status of Gaffer Tape for Drama Club' })
    .selectOption('Ready')
  await line
    .getByRole('combobox', { name: 'Remarks on Gaffer Tape for Drama Club' })
    .fill('Counter 2')
  await expect(fold).toHaveText(/Ready for Pickup$/)
  await expect(line.getByText('Counter 2')).toBeVisible()
  const others = page.getByRole('combobox', { name: 'Add a club that has not asked' })
  await others.selectOption('Quiz Club')
  const dialog = page.getByRole('dialog', { name: 'Add to Quiz Club’s order' })
  await dialog.getByRole('button', { name: 'Add 1 Gaffer Tape' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Give Gaffer Tape for Quiz Club' })).toBeVisible()
  await expect(others).toHaveCount(0)
})

test('the buttons of a stepper are as large as a thumb', async ({ portal, page }) => {
  await prepare(portal)
  await openBoard(page, portal)
  await page.getByRole('link', { name: /^Brush Round 4/ }).tap()
  for (const name of ['One less', 'One more']) {
    const box = await stepperOf(page, 'Drama Club').getByRole('button', { name }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})

for (const width of [320, 390])
  test(`a refused save and what another saved are told on the item, at ${width} px`, async ({
    portal,
    page,
  }) => {
    const { give } = await prepare(portal)
    // High enough that no bar covers a part of a button: what is left of it would be too small to tap.
    await page.setViewportSize({ width, height: 1200 })
    await openBoard(page, portal)
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
    await expectAccessible(page, width === 320)
    await expectNoSidewaysScroll(page)
    const more = page.getByRole('button', { name: 'More', exact: true })
    const ways = page.getByRole('region', { name: 'More' })
    await more.tap()
    await expect(ways.getByRole('link', { name: 'Back to Home' })).toBeInViewport()
    await expectAccessible(page, width === 320)
    await page.keyboard.press('Escape')
    await expect(ways).toBeHidden()
    await page.getByRole('button', { name: 'Share out what is short' }).tap()
    await page.getByRole('button', { name: 'Equally' }).tap()
    await expectAccessible(page, width === 320)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await page.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('link', { name: /^Brush Round 4/ }).tap()
    await page.getByRole('button', { name: /^Give all 7 of Brush Round 4 for Drama Club/ }).tap()
    await expect(page.getByText('1 item is 1 over its shelf')).toBeVisible()
    await page.getByRole('button', { name: 'Save Changes' }).tap()
    await expect(page.getByText('6 on the shelf, 1 too many')).toBeVisible()
    await expectAccessible(page, width === 320)
    await expectNoSidewaysScroll(page)

    await stepperOf(page, 'Drama Club').getByRole('spinbutton').fill('2')
    await give('Drama Club, Brush Round 4', 5)
    await page.getByRole('button', { name: 'Keep 2' }).waitFor()
    await expectAccessible(page, width === 320)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Take 5' }).tap()
    await expect(stepperOf(page, 'Drama Club').getByRole('spinbutton')).toHaveValue('5')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
  })

test('what the shelf has enough of is given at once, and the ways of sharing fold up', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  await page.getByRole('link', { name: /^Gaffer Tape/ }).tap()
  await page.getByRole('button', { name: 'Give all 10', exact: true }).tap()
  await expect(page.getByText('10 given, 20 left')).toBeVisible()
  const all = page.getByRole('button', { name: 'Give all 7 of Gaffer Tape for Drama Club' })
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  const ways = page.getByRole('button', { name: 'Other ways' })
  await expect(ways).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(all).toHaveAttribute('aria-pressed', 'false')
  await expect(ways).toBeFocused()
  await expect(page.getByRole('button', { name: 'Equally' })).toBeHidden()
  await ways.tap()
  await page.getByRole('button', { name: 'Keep back, take back' }).tap()
  await page.getByRole('button', { name: 'Take all back' }).tap()
  await expect(page.getByText('0 shared, 10 missing, 30 left')).toBeVisible()
  await ways.tap()
  await expect(page.getByRole('button', { name: 'Take all back' })).toBeHidden()
})

test('what is short stands first, and search and filters are one press away', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  const tape = page.getByRole('link', { name: /^Gaffer Tape/ })
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    '4 pieces shortin 1 item',
    'Enough for all1 item',
  ])
  await openFilters(page)
  const box = page.getByRole('searchbox')
  await expect(box).toBeFocused()
  const short = page.getByRole('button', { name: /^Short only/ })
  await short.tap()
  await expect(tape).toBeHidden()
  await short.tap()
  await box.fill('tape')
  await expect(page.getByRole('link', { name: /^Brush Round 4/ })).toBeHidden()
  await openFilters(page)
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Brush Round 4/ })).toBeVisible()
})

test('an address of an item that nobody asked for shows the list', async ({ portal, page }) => {
  await prepare(portal)
  await openBoard(page, portal, '?item=0193aaaa-0000-7000-8000-000000000000')
  await expect(page.getByRole('link', { name: /^Gaffer Tape/ })).toBeVisible()
})

test('an item opens at its top, and the way back leads to where the list was left', async ({
  portal,
  page,
}) => {
  const names = Array.from({ length: 20 }, (_, at) => `Item ${String(at + 1).padStart(2, '0')}`)
  const ids = await portal.addItems(Object.fromEntries(names.map((name) => [name, 5])))
  await portal.placeOrder(
    await portal.addClub('Drama Club'),
    names.map((name) => ({ item_id: ids[name], ordered_quantity: 2 })),
  )
  await signIn(page, portal, portal.admin, '/board')
  const last = page.getByRole('link', { name: /^Item 20/ })
  await last.tap()
  await expect(page.getByRole('heading', { name: 'Item 20', level: 1 })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Items' })).toBeInViewport()
  await page.getByRole('link', { name: 'All items' }).tap()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})

test('changes that a filter hides are told beside Save Changes, and shown from there', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  const tape = page.getByRole('link', { name: /^Gaffer Tape/ })
  await tape.tap()
  await page.getByRole('button', { name: /^Give all 3 of Gaffer Tape for Music Club/ }).tap()
  await page.getByRole('link', { name: 'All items' }).tap()
  await openFilters(page)
  await page.getByRole('button', { name: /^Short only/ }).tap()
  await expect(tape).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 that a filter hides' }).tap()
  await expect(tape).toContainText('not saved')
  await expect(page.getByRole('button', { name: /^Show 1/ })).toHaveCount(0)
})
