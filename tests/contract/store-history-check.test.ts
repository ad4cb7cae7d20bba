/** A check finds each fault of the history, and names the row. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { HISTORY_RULES } from '#src/store/shared/check-history.ts'
import type { Store } from '#src/store/port.ts'
import { useFolder } from '#tests/support/folder.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, NOON, openStoreAt } from '#tests/support/stores.ts'

const folder = useFolder()
let store: Store
let itemId: string
let tape: string
let neon: string

/**
 * A club with a line of a stock item and one of its own; both were decided twice, some was handed over twice, and the item was
 * counted and noted.
 */
beforeEach(async () => {
  store = openStoreAt(folder())
  const { club, item, order, line, allot, handOver } = callsOn(() => store)
  itemId = (await item('Tape', 10))._id
  const account = await club()
  await order(account, [stockRow(itemId, 8), customRow('Neon', 3)])
  tape = (await line(account, 'Tape'))._id
  neon = (await line(account, 'Neon'))._id
  for (const remarks of ['first', 'second'])
    await allot([
      { _id: tape, allotted_quantity: 2, remarks },
      { _id: neon, remarks },
    ])
  for (const units of [1, 2]) await handOver(account, tape, units)
  const rev = (await store.stock.list()).rows[0]?.rev ?? 0
  await store.stock.edit(itemId, { rev, itemQuantity: 20, itemName: 'Gaffer' }, ADMIN, NOON)
  await store.stock.note([{ _id: itemId, itemRemark: 'soon' }], ADMIN, NOON)
  expect((await store.upkeep.verify()).broken).toEqual([])
})
afterEach(() => store.close())

function damage(sql: string): void {
  const db = new Database(folder('portal.sqlite'))
  expect(db.query(sql).run().changes).toBe(1)
  db.close()
}

/** The entry of a line's or an item's first, second or later change of a kind. */
const entry = (kind: string, at: number, line: string | null = null) =>
  `(batch, place) = (SELECT batch, place FROM entries WHERE kind = '${kind}' AND lineId IS ${line === null ? 'NULL' : `'${line}'`}
    ORDER BY batch, place LIMIT 1 OFFSET ${at})`
const set = (path: string, value: string) =>
  `UPDATE entries SET changes = json_set(changes, '${path}', ${value}) WHERE `

const ofLine = (id: string, field: string) => `line: id ${id}, ${field}`
const ofItem = (field: string) => `item: id ${itemId}, ${field}`

type Damage = [name: string, sql: () => string, found: () => string[]]
const damages: Damage[] = [
  [
    'the remark that an entry left',
    () => set('$.remarks[1]', `'other'`) + entry('line_decided', 0, neon),
    () => [ofLine(neon, 'remarks, entry ')],
  ],
  [
    'the remark that the last entry left',
    () => set('$.remarks[1]', `'other'`) + entry('line_decided', 1, neon),
    () => [
      ofLine(neon, 'remarks second, the history says other'),
      ofLine(neon, `remarks (${HISTORY_RULES.told})`),
    ],
  ],
  [
    'the quantity that an entry left',
    () => set('$.allotted_quantity[1]', '3') + entry('line_decided', 0, tape),
    () => [ofLine(tape, 'allotted_quantity, entry ')],
  ],
  [
    'the units of an entry',
    () => `UPDATE entries SET units = 3 WHERE ${entry('line_decided', 0, tape)}`,
    () => [
      ofItem('quantity 20, expected 19'),
      ofItem('itemQuantity, entry '),
      ofLine(tape, 'allotted_quantity 4, expected 5'),
      ofLine(tape, 'allotted_quantity, entry '),
    ],
  ],
  [
    'the count of an item',
    () => set('$.itemQuantity[1]', '21') + entry('item_edited', 0),
    () => [ofItem('itemQuantity, entry ')],
  ],
  [
    'the name that an entry gave an item',
    () => set('$.itemName[1]', `'Other'`) + entry('item_edited', 0),
    () => [ofItem('itemName Gaffer, the history says Other')],
  ],
  [
    'a removed decision',
    () => `DELETE FROM entries WHERE ${entry('line_decided', 0, tape)}`,
    () => [
      ofItem('quantity 20, expected 22'),
      ofItem('itemQuantity, entry '),
      ofLine(tape, 'allotted_quantity 4, expected 2'),
      ofLine(tape, ''),
    ],
  ],
  [
    'a removed remark',
    () => `DELETE FROM entries WHERE ${entry('line_decided', 1, neon)}`,
    () => [
      ofLine(neon, 'remarks second, the history says first'),
      ofLine(neon, `remarks (${HISTORY_RULES.told})`),
    ],
  ],
  [
    'the removed first remark',
    () => `DELETE FROM entries WHERE ${entry('line_decided', 0, neon)}`,
    () => [ofLine(neon, 'remarks, entry ')],
  ],
  [
    'the removed only note of an item',
    () => `DELETE FROM entries WHERE ${entry('item_noted', 0)}`,
    () => [ofItem('itemRemark soon, the history says ')],
  ],
  [
    'a removed edit of an item',
    () => `DELETE FROM entries WHERE ${entry('item_edited', 0)}`,
    () => [ofItem('quantity 20, expected 6')],
  ],
  [
    'a changed quantity of an item',
    () => `UPDATE items SET itemQuantity = 19`,
    () => [ofItem('quantity 19, expected 20')],
  ],
  [
    'a changed remark of an item',
    () => `UPDATE items SET itemRemark = 'later'`,
    () => [ofItem('itemRemark later, the history says soon')],
  ],
  [
    'a changed quantity of a line',
    () => `UPDATE lines SET allotted_quantity = 5 WHERE _id = '${tape}'`,
    () => [
      ofLine(tape, 'allotted_quantity 5, expected 4'),
      ofLine(tape, 'allotted_quantity 5, the history says 4'),
      ofLine(tape, `allotted_quantity (${HISTORY_RULES.told})`),
    ],
  ],
  [
    'a removed hand-over',
    () => `DELETE FROM entries WHERE ${entry('handed_over', 0, tape)}`,
    () => [ofLine(tape, 'delivered_quantity, entry ')],
  ],
  [
    'a changed number of units that were handed over',
    () => `UPDATE lines SET delivered_quantity = 4 WHERE _id = '${tape}'`,
    () => [
      ofLine(tape, 'delivered_quantity 4, the history says 3'),
      ofLine(tape, `delivered_quantity (${HISTORY_RULES.told})`),
    ],
  ],
  [
    'a changed number of ordered units',
    () => `UPDATE lines SET ordered_quantity = 9 WHERE _id = '${neon}'`,
    () => [
      ofLine(neon, 'ordered_quantity 9, the history says 3'),
      ofLine(neon, `ordered_quantity (${HISTORY_RULES.told})`),
    ],
  ],
]

test.each(damages)('%s', async (_, sql, found) => {
  damage(sql())
  const { broken } = await store.upkeep.verify()
  for (const text of found()) expect(broken.filter((line) => line.startsWith(text))).not.toEqual([])
  for (const line of broken) expect(found().some((text) => line.startsWith(text))).toBeTrue()
})
