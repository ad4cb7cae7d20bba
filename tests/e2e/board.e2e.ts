import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, expectSoundAt, type Portal, test } from './fixtures.ts'
import { cellOf, givenOf, linesOf, openBoard } from './support-board.ts'

const CLUBS = [
  'Drama Club',
  'Photography Club',
  'Choreography Club',
  'Fine Arts Club',
  'Film Making Club',
  'Music Club',
  'Robotics Club',
  'Classical Dance Club',
  'Quiz Club',
  'Astronomy Club',
  'Debating Society',
]
const ITEMS = 30
const ON_SHELF = 40

/** Eleven clubs that each asked for 20 of the first ten items, and two of the rest for 4 of each. */
async function fill(portal: Portal) {
  const names = Array.from({ length: ITEMS }, (_, at) => `Item ${String(at + 1).padStart(2, '0')}`)
  const ids = await portal.addItems(Object.fromEntries(names.map((name) => [name, ON_SHELF])))
  for (const [at, name] of CLUBS.entries()) {
    const wanted = names.slice(0, at < 2 ? ITEMS : 20)
    await portal.placeOrder(
      await portal.addClub(name),
      wanted.map((item, row) => ({ item_id: ids[item], ordered_quantity: row < 20 ? 20 : 4 })),
    )
  }
}

/** The cell with the focus, by its name. */
const here = (page: Page): Locator => page.locator('[role=gridcell]:focus')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const standOnFirst = async (page: Page) => {
  await cellOf(page, 'Drama Club', 'Item 01').click()
  await expect(here(page)).toHaveAccessibleName(/^Drama Club, Item 01:/)
}

/** Collects every text of the sum of what was asked. Runs in the page. */
function watchAsked() {
  const seen: string[] = []
  Object.assign(window, { seen })
  new MutationObserver(() => {
    for (const head of document.querySelectorAll('[role=columnheader]'))
      if (head.textContent.startsWith('Asked') && seen.at(-1) !== head.textContent)
        seen.push(head.textContent)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

const footOf = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' }).locator('..')

/** Also at the end of the page, where the foot stands above the page's own. */
async function expectToastIsAbove(page: Page, ...widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    const [toast, foot] = [await undo.boundingBox(), await footOf(page).boundingBox()]
    expect((toast?.y ?? 0) + (toast?.height ?? 0), `at ${width} px`).toBeLessThan(foot?.y ?? 0)
  }
}

/** What is said, pressed or typed below the board: no two of these lie over each other, and none sticks out. */
async function expectFootIsClear(page: Page, ...widths: number[]) {
  const foot = footOf(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const covered = await foot.evaluate((element) => {
      const parts = [...element.querySelectorAll('p, fieldset, select, input, button')].filter(
        (part) => part.parentElement?.closest('fieldset') === null,
      )
      return parts.flatMap((part, at) => {
        const a = part.getBoundingClientRect()
        const others = parts.slice(at + 1).filter((other) => {
          const b = other.getBoundingClientRect()
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
          return across > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5
        })
        return others.map((other) => `${part.textContent} | ${other.textContent}`)
      })
    })
    expect(covered, `at ${width} px`).toEqual([])
    for (const field of await foot.getByLabel(/^Remarks/).all())
      expect((await field.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(150)
    await expectNoSidewaysScroll(page)
  }
}

test.use({ viewport: { width: 1440, height: 900 } })

test('the first sums are true, and a lost answer is written once', async ({ page, portal }) => {
  const ids = await portal.addItems({ Rope: ON_SHELF })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [{ item_id: ids.Rope, ordered_quantity: 20 }])
  await page.addInitScript(watchAsked)
  await openBoard(page, portal)
  await expect(page.getByRole('columnheader', { name: /^Asked/ })).toHaveText('Asked20')
  expect(await page.evaluate(() => (window as { seen?: string[] }).seen)).toEqual(['Asked20'])

  await cellOf(page, 'Drama Club', 'Rope').click()
  await press(page, '5')
  // The server saves it, but the answer never reaches the page.
  const call = '**/cart/update-multiple-cart-items'
  await page.route(call, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Your edits are kept.')
  await page.unroute(call)
  await page.reload()
  await expect(page.getByText('Saved 1 change in 1 item')).toBeVisible()
  await expect(page.getByText('No unsaved changes.')).toBeVisible()
  expect(await givenOf(portal, 'Rope')).toEqual([5])
})

async function decideByKeyboard({ page, portal }: { page: Page; portal: Portal }) {
  await fill(portal)
  await openBoard(page, portal)
  const grid = page.getByRole('grid', { name: 'Who gets what' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(ITEMS + 1))
  await expect(grid).toHaveAttribute('aria-colcount', String(CLUBS.length + 5))

  await page.getByRole('button', { name: /^Undecided only/ }).focus()
  for (let tabs = 0; tabs < 5 && (await here(page).count()) === 0; tabs++) await press(page, 'Tab')
  await expect(here(page)).toHaveAccessibleName(
    'Drama Club, Item 01: 0 of 20 given, 40 on the shelf',
  )
  await expect(page.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)

  await press(page, '1', '2')
  await expect(here(page)).toHaveAccessibleName(
    'Drama Club, Item 01: 12 of 20, not saved, was 0, 28 on the shelf',
  )
  await press(page, 'Escape')
  await expect(here(page)).toHaveAccessibleName(/: 0 of 20 given/)
  await press(page, '5', 'Enter')
  await expect(here(page)).toHaveAccessibleName(/^Drama Club, Item 02:/)
  await press(page, '=', 'ArrowRight', '+', '+', '-')
  await expect(here(page)).toHaveAccessibleName(
    'Photography Club, Item 02: 1 of 20, not saved, was 0, 19 on the shelf',
  )
  await press(page, 'Control+z')
  await expect(here(page)).toHaveAccessibleName(/: 2 of 20, not saved/)
  await press(page, 'Delete')
  await expect(here(page)).toHaveAccessibleName(/: 0 of 20 given/)
  await press(page, 'End')
  await expect(here(page)).toHaveAccessibleName(/^Debating Society, Item 02:/)
  await press(page, 'Control+End')
  await expect(here(page)).toHaveAccessibleName('Debating Society, Item 30: nothing asked')
  await press(page, 'Control+Home', 'PageDown')
  await expect(here(page)).not.toHaveAccessibleName(/Item 0[1-3]:/)
  await press(page, 'Control+Home', 'n')
  await expect(here(page)).toHaveAccessibleName(/^Photography Club, Item 01:/)
  await expect(page.getByText('2 changes in 2 items for 1 club')).toBeVisible()

  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Saved 2 changes in 2 items')).toBeVisible()
  expect(await givenOf(portal, 'Item 01', 'Drama Club')).toEqual([5])
  expect(await givenOf(portal, 'Item 02', 'Drama Club')).toEqual([20])
  await expect(cellOf(page, 'Drama Club', 'Item 01')).toHaveAccessibleName(
    /: 5 of 20 given, 35 on the shelf$/,
  )
  await expectToastIsAbove(page, 768, 1280, 1440)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 decisions undone')).toBeVisible()
  expect(await givenOf(portal, 'Item 02', 'Drama Club')).toEqual([0])
}

test('decisions are made by keyboard alone, and taken back', ({ page, portal }) =>
  decideByKeyboard({ page, portal }))

test.describe('beside a translator and an extension', () => {
  test.use({ guests: true })
  test('the same decisions are made, and taken back', ({ page, portal }) =>
    decideByKeyboard({ page, portal }))
})

test('a block of a spreadsheet is pasted and copied', async ({ page, portal, context }) => {
  await fill(portal)
  const sheet = await context.newPage()
  await sheet.setContent('<textarea></textarea>')
  const field = sheet.locator('textarea')
  /** Copies text as another program does. */
  const copyElsewhere = async (text: string) => {
    await sheet.bringToFront()
    await field.fill(text)
    await field.focus()
    await sheet.keyboard.press('Control+a')
    await sheet.keyboard.press('Control+c')
    await page.bringToFront()
  }
  await openBoard(page, portal)
  const block = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 10 }, (__, column) => String((row + column) % 4)).join('\t'),
  ).join('\r\n')
  await standOnFirst(page)
  await copyElsewhere(`${block}\r\n`)
  await press(page, 'Control+v')
  await expect(page.getByText('150 changes in 20 items for 10 clubs')).toBeVisible()
  await expect(cellOf(page, 'Photography Club', 'Item 02')).toHaveAccessibleName(
    /: 2 of 20, not saved, was 0/,
  )

  await press(page, 'Shift+ArrowRight', 'Shift+ArrowDown')
  await expect(page.getByText('4 lines selected')).toBeVisible()
  await press(page, 'Control+c')
  await sheet.bringToFront()
  await field.fill('')
  await sheet.keyboard.press('Control+v')
  await expect(field).toHaveValue('0\t1\n1\t2')
  await page.bringToFront()

  await press(page, 'Escape', 'Control+Home')
  await copyElsewhere('six\t7')
  await press(page, 'Control+v')
  const refused = cellOf(page, 'Drama Club', 'Item 01')
  await expect(refused).toHaveAccessibleName(/: 0 of 20 given, .*“six” was not taken$/)
  await expect(refused).toHaveAttribute('aria-invalid', 'true')
  await expect(cellOf(page, 'Photography Club', 'Item 01')).toHaveAccessibleName(
    /: 7 of 20, not saved/,
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved 150 changes in 20 items')).toBeVisible()
  expect(await givenOf(portal, 'Item 01', 'Photography Club')).toEqual([7])
})

test('a lack, a change by others and a loss are told in their places', async ({ page, portal }) => {
  await fill(portal)
  await openBoard(page, portal, '?q=drama')
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-colcount', '6')
  await page.getByRole('searchbox').fill('velvet')
  await expect(page.getByRole('heading', { name: 'Nothing matches “velvet”' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(grid).toHaveAttribute('aria-colcount', String(CLUBS.length + 5))
  await page.getByRole('button', { name: /^Short only/ }).click()
  await expect(page).toHaveURL(/\/board\?short=1$/)
  await standOnFirst(page)
  await press(page, '4', '4')
  const over = cellOf(page, 'Drama Club', 'Item 01')
  const isOver = /: 44 of 20, not saved, was 0, 4 more than there are$/
  await expect(over).toHaveAccessibleName(isOver)
  await expect(over).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('4 more than there are, in 1 item')).toBeVisible()
  await expectFootIsClear(page, 768, 1024, 1280, 1366, 1440)
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight')
  await expect(page.getByText('4 lines selected')).toBeVisible()
  await expectFootIsClear(page, 768, 1024, 1280, 1366, 1440)
  await press(page, 'Escape')
  await over.click()
  await expectSoundAt(page, [768, 1440], 900)
  const low = page.getByRole('button', { name: 'Share out Item 15' })
  await low.click()
  await expect(page.getByRole('region', { name: 'Share out Item 15' })).toBeVisible()
  await expect(low).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Equally' }).click()
  await expect(page.getByText(/^40 of 40 shared among 11 clubs/)).toBeVisible()
  await expect(low).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was saved: 1 item lacks stock')
  await expect(
    page.getByRole('button', { name: 'Item 01: 40 on the shelf, 4 too many' }),
  ).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /Item 01/ })).toContainText(
    '40 on the shelf, 4 too many',
  )
  await expect(over).toHaveAccessibleName(isOver)
  expect(await givenOf(portal, 'Item 01', 'Drama Club')).toEqual([0])

  await over.click()
  await press(page, '6')
  const [line] = await linesOf(portal, 'Item 01')
  await portal.decide({ _id: line?._id, allotted_quantity: 3 })
  await expect(page.getByRole('rowheader', { name: /Item 01/ })).toContainText('Drama 0 to 3 now')
  await expect(here(page)).toHaveAccessibleName(/someone else saved 3$/)
  await expect(page.getByText('It is 3 now, it was 0.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep 6' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved 1 change in 1 item')).toBeVisible()
  expect(await givenOf(portal, 'Item 01', 'Drama Club')).toEqual([6])

  await cellOf(page, 'Photography Club', 'Item 03').click()
  await press(page, '2')
  const { clubs } = await portal.readBoard()
  const cart = clubs.find(({ clubName }) => clubName === 'Photography Club')?.cart_id
  const [, gone] = await linesOf(portal, 'Item 03')
  await portal.asAdmin('DELETE', `/cart/remove-item/${cart}/${gone?._id}`)
  await expect(here(page)).toHaveAccessibleName('Photography Club, Item 03: nothing asked')
  await expect(page.getByText(/^1 row you edited is gone: deleted/)).toBeVisible()
})

test('forced colours keep the bars, the marks and the present screen', async ({ page, portal }) => {
  const ids = await portal.addItems({ Rope: ON_SHELF, Glue: ON_SHELF })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids.Rope, ordered_quantity: 20 },
    { item_id: ids.Glue, ordered_quantity: 20 },
  ])
  await portal.holdDecisions(true)
  await portal.decide({ _id: lines.Rope, allotted_quantity: 5 })
  await page.emulateMedia({ forcedColors: 'active' })
  await openBoard(page, portal)
  await cellOf(page, 'Drama Club', 'Glue').click()
  await press(page, '5', 'Enter')
  const isPainted = (locator: Locator, pseudo = '') =>
    locator.evaluate((element, of) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element, of)
      const ground = getComputedStyle(document.documentElement).backgroundColor
      return backgroundImage.includes('gradient') || backgroundColor !== ground
    }, pseudo)
  const [held, draft] = ['Rope', 'Glue'].map((item) => cellOf(page, 'Drama Club', item))
  if (!held || !draft) throw new Error('The board has two cells.')
  expect(await isPainted(held, '::before')).toBe(true)
  expect(await isPainted(draft, '::after')).toBe(true)
  expect(await isPainted(held.locator('[class*=Part]'))).toBe(true)
  await expect(page.getByRole('link', { name: 'Board', exact: true })).toHaveCSS(
    'border-bottom-width',
    '4px',
  )
})
