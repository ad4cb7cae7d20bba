import { describe, expect, test } from 'bun:test'
import { Workbook, type Worksheet } from 'exceljs'
import { toWorkbook } from '#client/portal/lists/download.ts'
import { readSheetFile, toSheetFile } from '#client/portal/stock/sheet/sheet-file.ts'
import {
  isWrong,
  judgeRows,
  ListFault,
  readPasted,
  type StockList,
} from '#client/portal/stock/sheet/stock-list.ts'
import type { StockItem } from '#src/contract/records.ts'

const TAPE: StockItem = {
  _id: 'tape',
  itemName: 'Gaffer Tape',
  itemQuantity: 34,
  itemStatus: 'enabled',
  unit: 'rolls',
  place: 'Shelf B2',
  rev: 1,
}
const CHALK: StockItem = { ...TAPE, _id: 'chalk', itemName: 'Chalk', itemQuantity: 9 }

/** Each row with what it would be, or why it is wrong. */
const told = (list: StockList, items = [TAPE]) =>
  judgeRows('count', list.rows, items).map((judged) => {
    const { row, planned, faults } = judged
    const { itemName, itemQuantity, unit, place, itemStatus } = planned.after
    return isWrong(judged)
      ? `${row.number}: ${Object.values(faults).join(' ')}`
      : `${row.number}: ${planned.change} ${itemName} ${itemQuantity} ${unit} ${place} ${itemStatus}`
  })
async function faultOf(read: () => StockList | Promise<StockList>): Promise<string> {
  try {
    return JSON.stringify((await read()).rows)
  } catch (error) {
    if (!(error instanceof ListFault)) throw error
    return error.message
  }
}
async function fileOf(write: (worksheet: Worksheet) => void): Promise<Blob> {
  const workbook = new Workbook()
  write(workbook.addWorksheet('List'))
  return new Blob([new Uint8Array(await workbook.xlsx.writeBuffer())])
}

describe('pasted cells', () => {
  test('are read in the order of the heads, with or without heads, below a title', () => {
    const plain = 'Foam Board\t1,000\tsheets\tShelf C1\tDisabled\r\n\r\ngaffer tape\t12'
    expect(told(readPasted(plain))).toEqual([
      '1: new Foam Board 1000 sheets Shelf C1 disabled',
      '3: changed Gaffer Tape 12 rolls Shelf B2 enabled',
    ])
    const headed = 'Stock of October\t\t\n\nPlace\tQUANTITY\titem\nYard\t12.0\tGaffer Tape\n'
    expect(told(readPasted(headed))).toEqual(['4: changed Gaffer Tape 12 rolls Yard enabled'])
  })

  test('that are wrong say why, with their row', () => {
    const cells = ['Item\tQuantity\tUnit\tPlace\tStatus', '\t300']
    for (const number of ['38 rolls', '1.000', '12.5', '1,5', '-1', '#N/A', '2026-10-22'])
      cells.push(`Item ${number}\t${number}`)
    cells.push('#REF!\t1', 'Chalk\t1', 'CHALK\t2', 'Ink\t1\tmillilitres, each\t\tgone')
    expect(told(readPasted(cells.join('\n')))).toEqual([
      '2: The item has no name.',
      '3: “38 rolls” is not a number.',
      '4: “1.000” is not a number. Write 1,000 or 1000.',
      '5: “12.5” is not a whole number.',
      '6: “1,5” is not a whole number.',
      '7: “-1” is below 0.',
      '8: “#N/A” is not a number.',
      '9: “2026-10-22” is not a number.',
      '10: “#REF!” is not a name.',
      '11: new Chalk 1   enabled',
      '12: Row 11 is the same item.',
      '13: The unit is 17 characters: 12 at most. “gone” is not a status. Write Enabled or Disabled.',
    ])
  })

  test('that are no list say so', async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => `Item ${n}\t1`).join('\n')
    const cases: [string, string][] = [
      ['\n\t\n', 'The list is empty. It has no row with an item. Nothing was changed.'],
      ['Item\tQuantity', 'The list is empty. It has no row with an item. Nothing was changed.'],
      [rows, '5,001 rows are too many. Load 5,000 at most at a time.'],
      [
        'Stock\nItem\tUnit\tItem\nChalk\t\tInk',
        'Two heads are called Item. They stand in row 2. Give one of them another name.',
      ],
    ]
    for (const [text, said] of cases) expect(await faultOf(() => readPasted(text))).toBe(said)
  })
})

describe('an .xlsx file', () => {
  test('of our own comes back as it is, and remembers what was on the shelf', async () => {
    const made = new Date('2026-10-22T08:32:00Z')
    const bytes = await toWorkbook(toSheetFile([TAPE, CHALK], made))
    const workbook = new Workbook()
    await workbook.xlsx.load(bytes.buffer)
    const [sheet] = workbook.worksheets
    if (!sheet) throw new Error('There is no sheet.')
    expect(sheet.columns.map(({ hidden = false }) => hidden)).toEqual([
      ...Array.from({ length: 5 }, () => false),
      ...Array.from({ length: 4 }, () => true),
    ])
    sheet.getCell('A2').value = 'Gaffer Tape 5 cm'
    sheet.getCell('B2').value = 40
    sheet.getCell('D2').value = null
    const list = await readSheetFile(new Blob([new Uint8Array(await workbook.xlsx.writeBuffer())]))
    expect(list.sheet?.madeAt).toEqual(made)
    // Four were given since.
    const now = [{ ...TAPE, itemQuantity: 30 }, CHALK]
    expect(told(list, now)).toEqual([
      '2: changed Gaffer Tape 5 cm 36 rolls  enabled',
      '3: same Chalk 9 rolls Shelf B2 enabled',
    ])
    // In another store its ids mean nothing.
    expect(told(list, [])[1]).toBe('3: new Chalk 9 rolls Shelf B2 enabled')
  })

  test('may hold formulas, dates, errors, rich text and merged cells', async () => {
    const file = await fileOf((sheet) => {
      sheet.addRow(['Stock 2026'])
      sheet.mergeCells('A1:B1')
      sheet.addRow(['Item', 'Quantity'])
      sheet.addRow(['Sum', { formula: '1+2', result: 3 }])
      sheet.addRow(['Never calculated', { formula: '1+2' }])
      sheet.addRow([{ richText: [{ text: 'Rich ' }, { text: 'Tape' }] }, 4])
      sheet.addRow(['Dated', new Date('2026-10-22')])
      sheet.addRow(['Lost', { error: '#N/A' }])
      sheet.addRow([{ text: 'Linked', hyperlink: 'https://shop.example' }, 12.5])
      sheet.addRow(['Merged', 7])
      sheet.addRow(['Merged too', 7])
      sheet.mergeCells('B9:B10')
    })
    expect(told(await readSheetFile(file))).toEqual([
      '3: new Sum 3   enabled',
      '4: “=1+2” is not a number.',
      '5: new Rich Tape 4   enabled',
      '6: “2026-10-22” is not a number.',
      '7: “#N/A” is not a number.',
      '8: “12.5” is not a whole number.',
      '9: Cells are merged here. Write each value into a cell of its own.',
      '10: Cells are merged here. Write each value into a cell of its own.',
    ])
  })

  test('that is none, damaged, empty or too large says so', async () => {
    const cannot =
      'This file cannot be read. It is not an .xlsx file, or it has no head called Item. Nothing was changed.'
    const whole = await fileOf((sheet) => sheet.addRows([['Item'], ['Chalk']]))
    const half = whole.slice(0, whole.size / 2)
    const workbook = new Workbook()
    const empty = new Blob([new Uint8Array(await workbook.xlsx.writeBuffer())])
    const cases: [Blob, string][] = [
      [new Blob(['Item,Quantity\nChalk,3']), cannot],
      [new Blob([]), cannot],
      [half, cannot],
      [empty, cannot],
      [await fileOf(() => {}), cannot],
      [await fileOf((sheet) => sheet.addRow(['Name of it', 'Quantity'])), cannot],
      [
        await fileOf((sheet) => sheet.addRow(['Item', 'Quantity'])),
        'The list is empty. It has no row with an item. Nothing was changed.',
      ],
      [
        new Blob([new Uint8Array(20_000_000)]),
        'This file is too large. A list has 10 MB at most. Nothing was changed.',
      ],
    ]
    for (const [file, said] of cases) expect(await faultOf(() => readSheetFile(file))).toBe(said)
  })
})
