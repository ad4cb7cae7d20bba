import { expect, test } from 'bun:test'
import type { LineRequest } from '#src/contract/line.ts'
import { lineKey } from '#src/rules/names.ts'
import * as rules from '#src/rules/place.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const itemOf = (itemName: string, itemStatus: 'enabled' | 'disabled' = 'enabled') => ({
  itemName,
  itemStatus,
  unit: 'rolls',
})
const ITEMS = new Map([
  ['tape', itemOf('Tape')],
  ['glue', itemOf('Glue')],
  ['palette', itemOf('Palette', 'disabled')],
])
/** The key of an item's name is its id. */
const itemAt = (id: string) => ITEMS.get(id) ?? null

/** Orders these rows for a cart that holds those. */
function place(rows: LineRequest[], cart: LineRequest[] = []) {
  const live = cart.map((row) => [lineKey(row), { ...row, status: 'Pending' as const }] as const)
  const custom = cart.filter(({ item_id }) => item_id === null).length
  const size = { lines: cart.length, custom }
  return rules.place(rows, { byId: itemAt, byName: itemAt }, new Map(live), size)
}

test('the ordered quantity of a line stays below 1,000,000,000', () => {
  const rows = [customRow('Ribbon'), customRow('Neon', 2)]
  const { raised } = place(rows, [customRow('Neon', 999_999_997)])
  expect(raised).toMatchObject([{ ordered_quantity: 999_999_999 }])
  expect(() => place(rows, [customRow('Neon', 999_999_998)])).toThrow(
    expect.objectContaining({
      code: 'invalid',
      details: { errors: [expect.objectContaining({ path: 'items.1.ordered_quantity' })] },
    }),
  )
})

test('a cart holds 400 lines, 100 of them custom ones', () => {
  const stock = Array.from({ length: 399 }, (_, n) => stockRow(`item ${n}`, 1))
  const own = Array.from({ length: 100 }, (_, n) => customRow(`Own ${n}`))
  const [tape, glue] = [stockRow('tape', 1), stockRow('glue', 1)]
  expect(place([tape], stock).created).toHaveLength(1)
  expect(() => place([glue], [...stock, tape])).toThrow('at most 400 lines.')
  expect(place([tape], [...stock, tape]).raised).toHaveLength(1)
  expect(place([tape], own).created).toHaveLength(1)
  expect(() => place([customRow('Neon')], own)).toThrow('at most 100 lines of items that are not')
})

test.each([
  ['item_id', 'a disabled item', stockRow('palette', 1), 'Palette is not available.'],
  ['item_id', 'an unknown id', stockRow('a stranger’s', 1), 'This item is not available.'],
  ['itemName', 'what is in stock', customRow('tape'), 'Tape is in stock: add it from the list.'],
  ['itemName', 'what clubs do not see', customRow('PALETTE'), 'This item is not available.'],
])(
  'a refusal names the field %s, and no more than its club may know of %s',
  (field, _, row, msg) => {
    const errors = [expect.objectContaining({ path: `items.1.${field}`, msg })]
    expect(() => place([customRow('Ribbon'), row])).toThrow(
      expect.objectContaining({ message: msg, details: { errors } }),
    )
  },
)

test.each([
  ['Delivered', 'Pending'],
  ['Rejected', 'Pending'],
  ['Ready', 'Ready'],
  ['', ''],
] as const)('a line that was %j is %j when it is ordered again', (before, after) => {
  expect(rules.statusAfterOrder(before)).toBe(after)
})
