import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectSoundAt, type Portal, test } from './fixtures.ts'
import { cellOf, openBoard } from './support-board.ts'

/** Two clubs that ask for ten brushes and ten tapes; four brushes are missing. */
async function prepare(portal: Portal) {
  const ids = await portal.addItems({ 'Brush Round 4': 6, 'Gaffer Tape': 30 })
  const lines: Record<string, Record<string, string>> = {}
  for (const [name, asked] of [
    ['Drama Club', 7],
    ['Music Club', 3],
  ] as const) {
    const club = await portal.addClub(name)
    const rows = Object.values(ids).map((item_id) => ({ item_id, ordered_quantity: asked }))
    lines[name] = await portal.placeOrder(club, rows)
  }
  return { ids, lines }
}

const openFilters = (page: Page) => page.getByRole('button', { name: 'Search and filter' }).tap()

const brush = (page: Page) => page.getByRole('link', { name: /^Brush Round 4/ })
const tape = (page: Page) => page.getByRole('link', { name: /^Gaffer Tape/ })

const stepperOf = (page: Page, club: string) =>
  page.getByRole('group', { name: `Give Brush Round 4 for ${club}` })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('filters and what is typed stay, and the screen may grow', async ({ portal, page }) => {
  await prepare(portal)
  // an item that nobody asked for: the list is shown
  await openBoard(page, portal, '?item=0193aaaa-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    '4 pieces shortin 1 item',
    'Enough for all1 item',
  ])
  await openFilters(page)
  const box = page.getByRole('searchbox')
  await expect(box).toBeFocused()
  const short = page.getByRole('button', { name: /^Short only/ })
  await short.tap()
  await expect(tape(page)).toBeHidden()
  await short.tap()
  await box.fill('tape')
  await expect(brush(page)).toBeHidden()
  await openFilters(page)
  await expect(box).toHaveCount(0)
  await expect(brush(page)).toBeVisible()

  await openFilters(page)
  await short.tap()
  await expect(tape(page)).toBeHidden()
  await brush(page).tap()
  const stepper = stepperOf(page, 'Drama Club')
  for (const name of ['One less', 'One more']) {
    const box = await stepper.getByRole('button', { name }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await stepper.getByRole('button', { name: 'One more' }).tap()
  await expect(page.getByText('1 change in 1 item for 1 club')).toBeVisible()

  await page.reload()
  await expect(stepperOf(page, 'Drama Club').getByRole('spinbutton')).toHaveValue('1')
  await page.getByRole('link', { name: 'All items' }).tap()
  await expect(brush(page)).toContainText('not saved')
  await expect(page).toHaveURL(/\/board\?short=1$/)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(cellOf(page, 'Drama Club', 'Brush Round 4')).toHaveAccessibleName(
    /: 1 of 7, not saved, was 0/,
  )
})

test('hidden changes are told, and what is enough is given at once', async ({ portal, page }) => {
  await prepare(portal)
  await openBoard(page, portal)
  await tape(page).tap()
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
  await page.getByRole('button', { name: 'More ways' }).tap()
  await page.getByRole('button', { name: 'Take all back' }).tap()
  await expect(page.getByText('0 shared, 10 missing, 30 left')).toBeVisible()
  await ways.tap()
  await expect(page.getByRole('button', { name: 'Take all back' })).toBeHidden()

  await page.getByRole('link', { name: 'All items' }).tap()
  await tape(page).tap()
  await page.getByRole('button', { name: /^Give all 3 of Gaffer Tape for Music Club/ }).tap()
  await page.getByRole('link', { name: 'All items' }).tap()
  await openFilters(page)
  await page.getByRole('button', { name: /^Short only/ }).tap()
  await expect(tape(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 that a filter hides' }).tap()
  await expect(tape(page)).toContainText('not saved')
  await expect(page.getByRole('button', { name: /^Show 1/ })).toHaveCount(0)
})

test('a refused save and what another saved are told on the item', async ({ portal, page }) => {
  const { lines } = await prepare(portal)
  // High enough that no bar covers a part of a button: what is left of it would be too small to tap.
  const look = () => expectSoundAt(page, [320, 390], 1_200)
  await openBoard(page, portal)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
  await look()
  await page.setViewportSize({ width: 320, height: 1_200 })
  const more = page.getByRole('button', { name: 'More', exact: true })
  const ways = page.getByRole('region', { name: 'More' })
  await more.tap()
  await expect(ways.getByRole('link', { name: 'Back to Home' })).toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(ways).toBeHidden()
  await page.getByRole('button', { name: 'Share out what is short' }).tap()
  await page.getByRole('button', { name: 'Equally' }).tap()
  await look()
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await page.getByRole('button', { name: 'Close' }).tap()
  await brush(page).tap()
  await page.getByRole('button', { name: /^Give all 7 of Brush Round 4 for Drama Club/ }).tap()
  await expect(page.getByText('1 more than there are, in 1 item')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page.getByText('6 on the shelf, 1 too many')).toBeVisible()
  await look()

  await stepperOf(page, 'Drama Club').getByRole('spinbutton').fill('2')
  await portal.decide({ _id: lines['Drama Club']?.['Brush Round 4'], allotted_quantity: 5 })
  await page.getByRole('button', { name: 'Keep 2' }).waitFor()
  await look()
  await page.getByRole('button', { name: 'Take 5' }).tap()
  await expect(stepperOf(page, 'Drama Club').getByRole('spinbutton')).toHaveValue('5')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
})

test('an item leads to others, and adds a club that has not asked', async ({ portal, page }) => {
  const { ids } = await prepare(portal)
  const quiz = await portal.addClub('Quiz Club')
  await portal.placeOrder(quiz, [{ item_id: ids['Brush Round 4'], ordered_quantity: 2 }])
  await openBoard(page, portal)
  await brush(page).tap()
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
  await expect(line.locator('q')).toHaveText('Counter 2')
  const nothing = line.getByRole('button', { name: 'Nothing for Gaffer Tape for Drama Club' })
  await nothing.tap()
  await expect(fold).toHaveText(/Rejected$/)
  await expect(line.locator('q')).toHaveText('None left.')
  await expect(line.getByRole('combobox', { name: /^Remarks on/ })).toBeVisible()
  await expectSoundAt(page, [320, 390], 1_200)
  await nothing.tap()
  await expect(fold).toHaveText(/Pending$/)
  const others = page.getByRole('combobox', { name: 'Add a club that has not asked' })
  await others.selectOption('Quiz Club')
  const dialog = page.getByRole('dialog', { name: 'Add to Quiz Club’s order' })
  await dialog.getByRole('button', { name: 'Add 1 Gaffer Tape' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Give Gaffer Tape for Quiz Club' })).toBeVisible()
  await expect(others).toHaveCount(0)
})

test('an item opens at its top, and the list stays where it was', async ({ portal, page }) => {
  const names = Array.from({ length: 20 }, (_, at) => `Item ${String(at + 1).padStart(2, '0')}`)
  const ids = await portal.addItems(Object.fromEntries(names.map((name) => [name, 5])))
  await portal.placeOrder(
    await portal.addClub('Drama Club'),
    names.map((name) => ({ item_id: ids[name], ordered_quantity: 2 })),
  )
  await openBoard(page, portal)
  const last = page.getByRole('link', { name: /^Item 20/ })
  await last.tap()
  await expect(page.getByRole('heading', { name: 'Item 20', level: 1 })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Items' })).toBeInViewport()
  await page.getByRole('link', { name: 'All items' }).tap()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})
