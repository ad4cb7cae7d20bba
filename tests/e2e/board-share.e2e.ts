import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Portal,
  signIn,
  test,
} from './fixtures.ts'

const ITEMS = { 'Brush Round 4': 10, 'Gaffer Tape': 6, 'Chart Paper': 900 }

/** Three clubs that ask for three items; Brush Round 4 and Gaffer Tape are short. */
async function prepare(portal: Portal) {
  const ids = await portal.addItems(ITEMS)
  const lines: Record<string, Record<string, string>> = {}
  for (const [name, asked] of [
    ['Drama Club', [8, 4, 20]],
    ['Music Club', [12, 5, 30]],
    ['=SUM(1;2) Club', [4, 3, 0]],
  ] as const) {
    const club = await portal.addClub(name, `${name.replace(/\W+/g, '')}@clubs.example`)
    const placed = await portal.placeOrder(
      club,
      Object.keys(ITEMS).flatMap((item, at) =>
        asked[at] ? [{ item_id: ids[item], ordered_quantity: asked[at] }] : [],
      ),
    )
    lines[name] = Object.fromEntries(placed.map(({ _id, itemName }) => [itemName, _id]))
  }
  const answer = (items: object[]) =>
    portal.call('PUT', '/cart/update-multiple-cart-items', {
      token: portal.admin.token,
      body: { items },
    })
  return { lines, answer }
}

async function openBoard(page: Page, portal: Portal) {
  await signIn(page, portal, portal.admin)
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Board' })
    .click()
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
}

/** The units given to each club of one item, as the store has them. */
async function givenOf(portal: Portal, item: string) {
  const { body } = await portal.call('GET', '/cart/board', { token: portal.admin.token })
  const { items, clubs } = body as {
    items: { _id: string; itemName: string }[]
    clubs: { lines: { item_id: string; allotted_quantity: number }[] }[]
  }
  const id = items.find(({ itemName }) => itemName === item)?._id
  return clubs.flatMap(({ lines }) =>
    lines.filter(({ item_id }) => item_id === id).map(({ allotted_quantity }) => allotted_quantity),
  )
}

const cellOf = (page: Page, club: string, item: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${club}, ${item}: `) })

test('an item is shared out with the keyboard, saved in one call and taken back', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  const drama = cellOf(page, 'Drama Club', 'Brush Round 4')
  await drama.click()
  await page.keyboard.press('s')
  await expect(page.getByRole('region', { name: 'Share out Brush Round 4' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'As asked' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 of 10 shared among 2 clubs. 14 still missing.')).toBeVisible()
  await expect(drama).toHaveAccessibleName(/8 of 8, not saved, was 0, 0 on the shelf/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(drama).toHaveAccessibleName(/3 of 8, not saved/)
  const keep = page.getByRole('spinbutton', { name: 'Units of Brush Round 4 to keep back' })
  await keep.fill('2')
  await expect(
    page.getByText('8 of 10 shared among 3 clubs, 2 kept back. 16 still missing.'),
  ).toBeVisible()
  await expectAccessible(page)
  await keep.press('Escape')
  await expect(page.getByRole('region', { name: 'Share out Brush Round 4' })).toBeHidden()
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Saved 3 changes in 1 item')).toBeVisible()
  expect(await givenOf(portal, 'Brush Round 4')).toEqual([3, 4, 1])
  await page.keyboard.press('Alt+z')
  await expect(drama).toHaveAccessibleName(/0 of 8 given, 10 on the shelf/)
  expect(await givenOf(portal, 'Brush Round 4')).toEqual([0, 0, 0])
})

test('all that is short is shared out at once, and one step takes the sharing back', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  await cellOf(page, 'Drama Club', 'Chart Paper').click()
  await page.keyboard.type('7')
  await page.getByRole('button', { name: 'Share out what is short' }).click()
  // What is shared out is what one sees.
  await expect(cellOf(page, 'Drama Club', 'Chart Paper')).toHaveCount(0)
  await page.getByRole('button', { name: 'Equally' }).click()
  await expect(page.getByText('16 of 16 shared among 3 clubs. 20 still missing.')).toBeVisible()
  await expect(cellOf(page, 'Music Club', 'Gaffer Tape')).toHaveAccessibleName(/2 of 5, not saved/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cellOf(page, 'Music Club', 'Gaffer Tape')).toHaveAccessibleName(/0 of 5 given/)
  await page.getByRole('button', { name: /^Short only/ }).click()
  await expect(cellOf(page, 'Drama Club', 'Chart Paper')).toHaveAccessibleName(/7 of 20, not saved/)
  await page.getByRole('button', { name: 'Equally' }).click()
  await page.getByRole('spinbutton', { name: 'Units of each item to keep back' }).fill('3')
  await expect(
    page.getByText('10 of 16 shared among 3 clubs, 6 kept back. 26 still missing.'),
  ).toBeVisible()
  await expect(cellOf(page, 'Music Club', 'Gaffer Tape')).toHaveAccessibleName(/1 of 5, not saved/)
})

test('sharing counts the clubs that get something, and tells who gets less than before', async ({
  portal,
  page,
}) => {
  const { lines, answer } = await prepare(portal)
  await answer([
    { _id: lines['Drama Club']?.['Gaffer Tape'], allotted_quantity: 4, status: 'Delivered' },
    { _id: lines['Music Club']?.['Gaffer Tape'], allotted_quantity: 2 },
  ])
  await openBoard(page, portal)
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  const panel = page.getByRole('region', { name: 'Share out Gaffer Tape' })
  await expect(panel).toContainText('among 2 clubs that want 8')
  await panel.getByRole('spinbutton').fill('1')
  await panel.getByRole('button', { name: 'As asked' }).click()
  await expect(panel).toContainText('1 of 2 shared among 1 club, 1 kept back. 7 still missing.')
  await panel.getByRole('button', { name: 'Music Club gets less than before.' }).click()
  await expect(page.getByRole('gridcell', { name: /, Gaffer Tape: .*not saved/ })).toBeFocused()
})

test('sharing out ends what is being typed', async ({ portal, page }) => {
  await prepare(portal)
  await openBoard(page, portal)
  const cell = cellOf(page, 'Drama Club', 'Gaffer Tape')
  await cell.click()
  await page.keyboard.type('1')
  await expect(cell).toHaveText(/1$/)
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  await page.getByRole('button', { name: 'Equally' }).click()
  await expect(cell).toHaveText(/2\/4$/)
})

test('short items stand first, and no row moves while others change what is short', async ({
  portal,
  page,
}) => {
  const { lines, answer } = await prepare(portal)
  await openBoard(page, portal)
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveText([/^Brush Round 4/, /^Gaffer Tape/, /^Chart Paper/])
  const tape = ['Drama Club', 'Music Club'].map((club) => lines[club]?.['Gaffer Tape'])
  await answer(tape.map((_id) => ({ _id, status: 'Rejected' })))
  await expect(page.getByText('14 pieces short')).toBeVisible()
  await expect(rows).toHaveText([/^Brush Round 4/, /^Gaffer Tape/, /^Chart Paper/])
  await page.reload()
  await expect(rows).toHaveText([/^Brush Round 4/, /^Chart Paper/, /^Gaffer Tape/])
})

test('more than a club asked for may be given, and the cell and the strip say so', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  await cellOf(page, 'Drama Club', 'Gaffer Tape').click()
  await page.keyboard.type('6')
  const strip = page.getByRole('region', { name: 'The cell' })
  await expect(strip).toContainText('2 more than asked')
  await page.keyboard.press('Enter')
  const cell = cellOf(page, 'Drama Club', 'Gaffer Tape')
  await expect(cell).toHaveText(/06\/4$/)
  await cell.click()
  await page.keyboard.press('=')
  await expect(strip).not.toContainText('more than asked')
})

test('pressing an item selects its row, and pressing a club its column', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  await page.getByRole('button', { name: 'Select Gaffer Tape' }).click()
  const strip = page.getByRole('region', { name: 'The block' })
  await expect(strip).toContainText('3 lines selected')
  await page.getByRole('button', { name: 'Select Music Club' }).click()
  await expect(strip).toContainText('3 lines selected')
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  await expect(page.getByRole('region', { name: 'Share out Gaffer Tape' })).toBeVisible()
})

test('a strip of tape tells the keys of the cell until they were used ten times', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  const cell = cellOf(page, 'Drama Club', 'Gaffer Tape')
  await cell.click()
  const tape = page.getByText(/left.*Enter.*down/)
  await expect(tape).toHaveText('6 left= all 4Enter down')
  await page.keyboard.press('=')
  await expect(tape).toHaveText('2 leftDel back to 0Enter down')
  await page.getByRole('searchbox').focus()
  await expect(tape).toBeHidden()
  await cell.click()
  await expect(tape).toBeVisible()
  for (let use = 2; use <= 10; use++) await page.keyboard.press('=')
  await expect(tape).toHaveCount(0)
  await page.reload()
  await cell.click()
  await expect(cell).toBeFocused()
  await expect(tape).toHaveCount(0)
})

test('a column gets a status and a remark at once, where something is given', async ({
  portal,
  page,
}) => {
  const { lines, answer } = await prepare(portal)
  await answer([{ _id: lines['Drama Club']?.['Gaffer Tape'], allotted_quantity: 4 }])
  await openBoard(page, portal)
  await page.getByRole('button', { name: 'Select Drama Club' }).click()
  const strip = page.getByRole('region', { name: 'The block' })
  await expect(strip).toContainText('3 lines selected')
  await strip.getByRole('button', { name: 'Status…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set a status: Drama Club' })
  await expect(dialog.getByRole('row', { name: /Gaffer Tape/ })).toContainText('Ready for Pickup')
  await expect(dialog).toContainText('2 lines stay as they are: 2 have nothing given.')
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: /^Remark/ }).fill('Counter 2')
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('every selected line')
  await expect(dialog.getByRole('button', { name: 'Set 3 lines' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('everything given')
  await dialog.getByRole('button', { name: 'Set 1 line' }).press('Enter')
  await expect(strip.getByRole('button', { name: 'Status…' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved 1 change in 1 item')).toBeVisible()
  await expect(cellOf(page, 'Drama Club', 'Gaffer Tape')).toHaveAccessibleName(/Ready for Pickup/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('an item is opened by touch, shared out, stepped, saved and taken back', async ({
    portal,
    page,
  }) => {
    await prepare(portal)
    await openBoard(page, portal)
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: /^Brush Round 4/ }).tap()
    await expect(page).toHaveURL(/item=/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Equally' }).tap()
    await expect(page.getByText('10 shared, 14 missing')).toBeVisible()
    await page
      .getByRole('group', { name: 'Give Brush Round 4 for Drama Club' })
      .getByRole('button', { name: 'One less' })
      .tap()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Save Changes' }).tap()
    await expect(page.getByText('Saved 3 changes in 1 item')).toBeVisible()
    expect(await givenOf(portal, 'Brush Round 4')).toEqual([3, 3, 3])
    await page.getByRole('button', { name: /^Undo/ }).tap()
    await expect(page.getByText('3 decisions undone')).toBeVisible()
    expect(await givenOf(portal, 'Brush Round 4')).toEqual([0, 0, 0])
    await page.getByRole('link', { name: 'All items' }).tap()
    await expect(page.getByRole('link', { name: /^Chart Paper/ })).toBeVisible()
  })
})

test('the list and an item are used with the keyboard alone at 320 px', async ({
  portal,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await prepare(portal)
  await openBoard(page, portal)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Gaffer Tape/ }).press('Enter')
  await page.getByRole('button', { name: 'As asked' }).press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('6 shared, 6 missing')).toBeVisible()
  await expect(page.getByRole('button', { name: 'In proportion', exact: true })).toBeFocused()
  // Elsewhere the save bar half covers a row that scrolls past.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Saved 3 changes in 1 item')).toBeVisible()
  expect(await givenOf(portal, 'Gaffer Tape')).toEqual([2, 3, 1])
})

test('the board goes into a spreadsheet of three sheets, and onto paper whole', async ({
  portal,
  page,
}) => {
  await prepare(portal)
  await openBoard(page, portal)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Excel' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('board.xlsx')
  const { Workbook } = await import('exceljs')
  const workbook = new Workbook()
  await workbook.xlsx.readFile(await file.path())
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Board', 'Asked', 'Given'])
  const head = workbook.getWorksheet('Asked')?.getRow(1)
  expect(head?.getCell(4).value).toBe('=SUM(1;2) Club')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.getByRole('table')
  await expect(paper.getByRole('row')).toHaveCount(4)
  await expect(paper.getByRole('columnheader', { name: 'Music Club' })).toBeVisible()
  await expect(paper.getByRole('row', { name: /^Chart Paper/ })).toContainText('0/30')
})
