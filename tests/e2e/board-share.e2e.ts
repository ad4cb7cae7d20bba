import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSoundAt,
  type Portal,
  test,
} from './fixtures.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import { cellOf, givenOf, linesOf, openBoard, openMore } from './support-board.ts'

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
    lines[name] = await portal.placeOrder(
      club,
      Object.keys(ITEMS).flatMap((item, at) =>
        asked[at] ? [{ item_id: ids[item], ordered_quantity: asked[at] }] : [],
      ),
    )
  }
  return lines
}

test('one item is shared out by keyboard, then all that is short', async ({ portal, page }) => {
  await prepare(portal)
  await openBoard(page, portal)
  const drama = cellOf(page, 'Drama Club', 'Brush Round 4')
  await drama.click()
  await page.keyboard.press('s')
  await expect(page.getByRole('region', { name: 'Share out Brush Round 4' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Oldest first' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 of 10 shared among 2 clubs. 14 still missing.')).toBeVisible()
  await expect(drama).toHaveAccessibleName(/8 of 8, not saved, was 0, 0 on the shelf/)
  const panel = page.getByRole('region', { name: 'Share out Brush Round 4' })
  await expect(panel).toContainText('1 line gets nothing: =SUM(1;2) Club.')
  const rule = panel.getByRole('textbox', { name: 'The rule, for the record' })
  await expect(rule).toHaveValue('Oldest first: 10 for 24 asked by 3 clubs.')
  const reject = panel.getByRole('checkbox', { name: 'Reject it too, with one remark' })
  await reject.press('Space')
  const nobody = cellOf(page, '=SUM\\(1;2\\) Club', 'Brush Round 4')
  await expect(nobody).toHaveAccessibleName(/, Rejected$/)
  const remark = panel.getByRole('textbox', { name: 'Remark for all that get nothing' })
  await expect(remark).toHaveValue('None left.')
  await remark.fill('Next time.')
  await expect(reject).toBeChecked()
  await expectSoundAt(page, [768, 1440], 900)
  await page.getByRole('button', { name: 'Oldest first' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(drama).toHaveAccessibleName(/3 of 8, not saved/)
  const keep = page.getByRole('spinbutton', {
    name: 'Units of Brush Round 4 to leave on the shelf',
  })
  await keep.fill('2')
  await expect(
    page.getByText('8 of 10 shared among 3 clubs, 2 left on the shelf. 16 still missing.'),
  ).toBeVisible()
  // It gets something now.
  await expect(nobody).not.toHaveAccessibleName(/Rejected/)
  await expect(rule).toHaveValue('In proportion: 8 for 24 asked by 3 clubs.')
  await rule.fill('Each about a third.')
  await expectAccessible(page)
  await keep.press('Escape')
  await expect(page.getByRole('region', { name: 'Share out Brush Round 4' })).toBeHidden()
  await expect(drama).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Saved 3 changes in 1 item')).toBeVisible()
  expect(await givenOf(portal, 'Brush Round 4')).toEqual([3, 4, 1])
  const { entries } = await portal.asAdmin<HistoryPage>('GET', '/cart/history?limit=1')
  expect(entries.map(({ note }) => note)).toEqual(Array(3).fill('Each about a third.'))
  await page.keyboard.press('Alt+z')
  await expect(drama).toHaveAccessibleName(/0 of 8 given, 10 on the shelf/)
  expect(await givenOf(portal, 'Brush Round 4')).toEqual([0, 0, 0])

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
  await page.getByRole('spinbutton', { name: 'Units of each item to leave on the shelf' }).fill('3')
  await expect(
    page.getByText('10 of 16 shared among 3 clubs, 6 left on the shelf. 26 still missing.'),
  ).toBeVisible()
  await expect(cellOf(page, 'Music Club', 'Gaffer Tape')).toHaveAccessibleName(/1 of 5, not saved/)

  // many are asked about, and can be taken back
  const typed = cellOf(page, 'Drama Club', 'Chart Paper')
  await typed.click()
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await discard.click()
  const asked = page.getByRole('dialog', { name: /^Discard \d+ changes\?$/ })
  await asked.getByRole('button', { name: 'Keep them' }).click()
  await expect(discard).toBeFocused()
  await discard.click()
  await asked.getByRole('button', { name: /^Discard/ }).click()
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAccessibleName(/0 of 20 given/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(typed).toHaveAccessibleName(/7 of 20, not saved/)
  await discard.click()
  await asked.getByRole('button', { name: /^Discard/ }).click()

  // sharing out ends what is being typed
  const cell = cellOf(page, 'Drama Club', 'Gaffer Tape')
  await cell.click()
  await page.keyboard.type('1')
  await expect(cell).toHaveText(/1$/)
  const opener = page.getByRole('button', { name: 'Share out Gaffer Tape' })
  await opener.click()
  await page.getByRole('button', { name: 'Equally' }).click()
  await expect(cell).toHaveText(/2\/4$/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(opener).toBeFocused()
})

test('sharing speaks from the shelf and the cells as they are', async ({ portal, page }) => {
  const lines = await prepare(portal)
  await openBoard(page, portal)
  await cellOf(page, 'Music Club', 'Gaffer Tape').click()
  await page.keyboard.press('s')
  const panel = page.getByRole('region', { name: 'Share out Gaffer Tape' })
  await expect(panel).toContainText('Share out 6 Gaffer Tape among 3 clubs that want 12')
  await portal.decide({ _id: lines['Drama Club']?.['Gaffer Tape'], allotted_quantity: 2 })
  await expect(panel).toContainText('4 on the shelf, 2 given and not delivered')
  await panel.getByRole('button', { name: 'Equally' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(panel).toContainText('0 on the shelf, 6 given and not delivered')

  // What is decided keeps its units where only the undecided is shown.
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const undecided = page.getByRole('button', { name: /^Undecided only/ })
  await expect(undecided).toContainText('5 lines')
  await page.getByRole('button', { name: /^Short only/ }).click()
  await expect(undecided).toContainText('3 lines')
  await undecided.click()
  await page.getByRole('button', { name: 'Share out what is shown' }).click()
  await page.getByRole('button', { name: 'Oldest first' }).click()
  await expect(page.getByText('10 of 10 shared among 2 clubs. 14 still missing.')).toBeVisible()
})

test('the strip tells the first keys, and no row moves under others’ changes', async ({
  portal,
  page,
}) => {
  const lines = await prepare(portal)
  await openBoard(page, portal)
  const strip = page.getByRole('region', { name: 'The cell' })
  await expect(strip).toContainText('=all asked')
  await openMore(page)
  await page.getByRole('button', { name: 'Keys and marks' }).click()
  await expect(page.getByRole('dialog')).toContainText('Deldrop what is typed')
  await page.keyboard.press('Escape')
  const cell = cellOf(page, 'Drama Club', 'Gaffer Tape')
  await cell.click()
  await page.keyboard.type('6')
  await expect(strip).toContainText('2 more than asked')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText(/06\/4$/)
  await cell.click()
  await page.keyboard.press('=')
  await expect(strip).not.toContainText('more than asked')

  await page.getByRole('button', { name: 'Select Gaffer Tape' }).click()
  const block = page.getByRole('region', { name: 'The block' })
  await expect(block).toContainText('3 lines selected')
  await page.getByRole('button', { name: 'Select Music Club' }).click()
  await expect(block).toContainText('3 lines selected')
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  await expect(page.getByRole('region', { name: 'Share out Gaffer Tape' })).toBeVisible()

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveText([/^Brush Round 4/, /^Gaffer Tape/, /^Chart Paper/])
  await portal.decide(
    ...['Drama Club', 'Music Club'].map((club) => ({
      _id: lines[club]?.['Gaffer Tape'],
      status: 'Rejected',
    })),
  )
  await expect(page.getByText('14 pieces short')).toBeVisible()
  await expect(rows).toHaveText([/^Brush Round 4/, /^Gaffer Tape/, /^Chart Paper/])
  await page.reload()
  await expect(rows).toHaveText([/^Brush Round 4/, /^Chart Paper/, /^Gaffer Tape/])
  const brush = cellOf(page, 'Drama Club', 'Brush Round 4')
  await brush.click()
  await expect(brush).toBeFocused()
})

test('sharing tells who loses; a column gets a status; all on paper', async ({ portal, page }) => {
  const lines = await prepare(portal)
  await portal.decide(
    { _id: lines['Drama Club']?.['Gaffer Tape'], allotted_quantity: 4, status: 'Delivered' },
    { _id: lines['Music Club']?.['Gaffer Tape'], allotted_quantity: 2 },
  )
  await openBoard(page, portal)
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  const panel = page.getByRole('region', { name: 'Share out Gaffer Tape' })
  await expect(panel).toContainText('among 2 clubs that want 8')
  await panel.getByRole('spinbutton').fill('1')
  await panel.getByRole('button', { name: 'Oldest first' }).click()
  await expect(panel).toContainText(
    '1 of 2 shared among 1 club, 1 left on the shelf. 7 still missing.',
  )
  await panel.getByRole('button', { name: 'Music Club gets less than before.' }).click()
  await expect(page.getByRole('gridcell', { name: /, Gaffer Tape: .*not saved/ })).toBeFocused()

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('button', { name: 'Select Music Club' }).click()
  const strip = page.getByRole('region', { name: 'The block' })
  await expect(strip).toContainText('3 lines selected')
  await strip.getByRole('button', { name: 'Status…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set a status: Music Club' })
  await expect(dialog.getByRole('row', { name: /Gaffer Tape/ })).toContainText('Ready for Pickup')
  await expect(dialog).toContainText('2 lines stay as they are: 2 have nothing given.')
  await expectAccessible(page, true, 'dialog')
  await dialog.getByRole('combobox', { name: /^Remark/ }).fill('Counter 2')
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('every selected line')
  await expect(dialog.getByRole('button', { name: 'Set 3 lines' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('everything given')
  await dialog.getByRole('button', { name: 'Set 1 line' }).press('Enter')
  await expect(strip.getByRole('button', { name: 'Status…' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved 1 change in 1 item')).toBeVisible()
  await expect(cellOf(page, 'Music Club', 'Gaffer Tape')).toHaveAccessibleName(/Ready for Pickup/)

  // What is packed may be taken: that is said before anything is pressed.
  await page.getByRole('button', { name: 'Share out Gaffer Tape' }).click()
  await expect(panel).toContainText('2 things are ready and may be taken: Music Club 2.')
  await expectSoundAt(page, [768, 1440], 900)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()

  const waiting = page.waitForEvent('download')
  await openMore(page)
  await page.getByRole('button', { name: 'Download Excel' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('Board.xlsx')
  const { Workbook } = await import('exceljs')
  const workbook = new Workbook()
  await workbook.xlsx.readFile(await file.path())
  const sheets = workbook.worksheets.map(({ name }) => name)
  expect(sheets).toEqual(['Board', 'Asked', 'Given', 'Status', 'Remarks'])
  const head = workbook.getWorksheet('Asked')?.getRow(1)
  expect(head?.getCell(4).value).toBe('=SUM(1;2) Club')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.getByRole('table')
  await expect(paper.getByRole('row')).toHaveCount(5)
  await expect(
    paper.getByRole('columnheader', { name: /^Board, clubs 1 to 3 of 3, / }),
  ).toBeVisible()
  await expect(paper.getByRole('columnheader', { name: 'Music Club' })).toBeVisible()
  await expect(paper.getByRole('row', { name: /^Chart Paper/ })).toContainText('–/30')
  await expect(paper.getByRole('row', { name: /^Gaffer Tape/ })).toContainText('4/4 D')
})

test('nothing is a decision, with one remark for all', async ({ portal, page }) => {
  const lines = await prepare(portal)
  await portal.decide(
    { _id: lines['Drama Club']?.['Gaffer Tape'], allotted_quantity: 4, status: 'Delivered' },
    { _id: lines['Music Club']?.['Gaffer Tape'], allotted_quantity: 2 },
  )
  await openBoard(page, portal)
  const drama = cellOf(page, 'Drama Club', 'Gaffer Tape')
  const music = cellOf(page, 'Music Club', 'Gaffer Tape')
  await drama.click()
  await page.keyboard.press('x')
  await expect(page.getByText('1 line is handed over and stays.')).toBeVisible()
  await expect(page.getByText('No unsaved changes.')).toBeVisible()

  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('x')
  const strip = page.getByRole('region', { name: 'The block' })
  await expect(strip).toContainText('2 lines get nothing')
  await expect(strip).toContainText('1 line is handed over and stays.')
  await expect(music).toHaveAccessibleName(/0 of 5, not saved, was 2, .*Rejected/)
  await expectSoundAt(page, [768, 1440], 900)
  await page.keyboard.press('Escape')
  await expect(page.getByText('No unsaved changes.')).toBeVisible()
  await expect(strip).toContainText('3 lines selected')

  await strip.getByRole('button', { name: 'Nothing' }).press('Enter')
  const remark = strip.getByRole('combobox', { name: 'One remark for all 2' })
  await expect(remark).toBeFocused()
  await expect(remark).toHaveValue('None left.')
  await remark.press('Escape')
  await expect(page.getByText('No unsaved changes.')).toBeVisible()
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await page.keyboard.press('X')
  await remark.fill('None left until Thursday.')
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Saved 2 changes in 1 item')).toBeVisible()
  const saved = (await linesOf(portal, 'Gaffer Tape')).map((line) => [
    line.allotted_quantity,
    line.status,
    line.remarks,
  ])
  expect(saved).toEqual([
    [4, 'Delivered', ''],
    [0, 'Rejected', 'None left until Thursday.'],
    [0, 'Rejected', 'None left until Thursday.'],
  ])
  await page.keyboard.press('Alt+z')
  await expect(music).toHaveAccessibleName(/2 of 5 given/)
})

test('many clubs stand in tables below each other; an order is printed whole', async ({
  portal,
  page,
}) => {
  const { Glue } = await portal.addItems({ Glue: 90 })
  const clubs = Array.from({ length: 14 }, (_, n) => `Club ${n + 1}`)
  const props = Array.from({ length: 40 }, (_, n) => ({
    itemName: `Prop ${n}`,
    ordered_quantity: 1,
  }))
  for (const name of clubs) {
    const club = await portal.addClub(name, `${name.replace(' ', '-')}@clubs.example`)
    await portal.placeOrder(club, [
      { item_id: Glue, ordered_quantity: 2 },
      ...(name === 'Club 1' ? props : []),
    ])
  }
  await openBoard(page, portal)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('table')).toHaveCount(2)
  for (const table of await page.getByRole('table').all())
    await expect(table.getByRole('rowheader', { name: 'Glue' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Club 14' })).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${portal.url}/orders`)
  await page.getByRole('link', { name: /^View Order of Club 1,/ }).click()
  await page
    .getByRole('textbox', { name: 'Remarks on Glue' })
    .or(page.getByRole('combobox', { name: 'Remarks on Glue' }))
    .fill('On the top shelf, behind the ladders')
  const printed = await page.pdf({ format: 'A4' })
  // 41 lines of an order are more than a page.
  expect(printed.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('On the top shelf, behind the ladders')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /^Prop/ })).toHaveCount(40)
})

test('the list and an item work by keyboard alone at 320 px', async ({ portal, page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await prepare(portal)
  await openBoard(page, portal)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Gaffer Tape/ }).press('Enter')
  await page.getByRole('button', { name: 'Oldest first' }).press('Tab')
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
