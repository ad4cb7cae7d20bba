import { expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { nameKey } from '#src/rules/names.ts'
import { planSheet, type SheetMode, type SheetRow } from '#src/rules/stock-sheet.ts'

const item = (_id: string, itemName: string, itemQuantity: number): StockItem => ({
  _id,
  itemName,
  itemQuantity,
  itemStatus: 'enabled',
  unit: 'rolls',
  place: 'Shelf B2',
  rev: 1,
})
const STOCK = [item('tape', 'Gaffer Tape', 34), item('led', 'LED Strip', 4)]
const stock = {
  byId: (id: string) => STOCK.find(({ _id }) => _id === id) ?? null,
  byName: (key: string) => STOCK.find(({ itemName }) => nameKey(itemName) === key) ?? null,
}
/** What a row becomes: its change, the number on the shelf, and its faults. */
const told = (mode: SheetMode, rows: SheetRow[]) =>
  planSheet(mode, rows, stock, (index) => index + 2).map(({ change, after, faults }) =>
    [change, after.itemQuantity, ...faults.map(({ path, msg }) => `${path}: ${msg}`)].join(' | '),
  )

const TAPE = { itemName: 'gaffer  TAPE' }
const cases: [what: string, SheetMode, SheetRow[], string[]][] = [
  ['what arrived is added', 'add', [{ ...TAPE, itemQuantity: 6, was: 40 }], ['changed | 40']],
  ['a new item', 'count', [{ itemName: 'Chalk', was: 3, itemQuantity: 3 }], ['new | 3']],
  [
    'more was given than was counted',
    'count',
    [{ itemName: 'LED Strip', itemQuantity: 3, was: 10 }],
    [
      'changed | -3 | rows.0.itemQuantity: 6 were given since the sheet was made. The lowest number that fits is 6.',
    ],
  ],
  [
    'two rows of one item',
    'add',
    [
      { ...TAPE, itemQuantity: 1 },
      { itemName: 'Chalk' },
      { _id: 'tape', itemName: 'Gaffer' },
      { itemName: 'CHALK' },
    ],
    [
      'changed | 35',
      'new | 0',
      'changed | 34 | rows.2.itemName: Row 2 is the same item.',
      'new | 0 | rows.3.itemName: Row 3 is the same item.',
    ],
  ],
  [
    "another item's name, also one that is given up",
    'add',
    [
      { _id: 'led', itemName: 'LED' },
      { _id: 'tape', itemName: 'LED Strip' },
    ],
    ['changed | 4', 'changed | 34 | rows.1.itemName: Another item is called LED Strip.'],
  ],
  [
    'every wrong field of a row is named',
    'count',
    [{ itemName: ' ', itemQuantity: -1, unit: 'u'.repeat(13), place: 'p'.repeat(41) }],
    [
      'new | -1 | rows.0.itemName: The item has no name. | rows.0.unit: The unit is 13 characters: 12 at most. | rows.0.place: The place is 41 characters: 40 at most. | rows.0.itemQuantity: A quantity is a whole number from 0 to 10,00,000.',
    ],
  ],
  [
    'an unknown id',
    'add',
    [{ _id: 'x', itemName: 'X' }],
    ['new | 0 | rows.0._id: This item was not found.'],
  ],
]
for (const [what, mode, rows, expected] of cases)
  test(`in a sheet: ${what}`, () => expect(told(mode, rows)).toEqual(expected))

test('a row changes the fields that it has, as they are stored', () => {
  const row = { ...TAPE, unit: '', place: ' Yard ', itemStatus: 'disabled' } as const
  const [planned] = planSheet('add', [row], stock)
  expect(planned?.after).toMatchObject({ unit: '', place: 'Yard', itemStatus: 'disabled' })
})
