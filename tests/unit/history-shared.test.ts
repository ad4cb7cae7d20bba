import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Entry } from '#src/store/port.ts'
import { carryHistory, type Movement, type RowsOfHistory } from '#src/store/shared/carried.ts'
import { openHistoryCheck } from '#src/store/shared/check-history.ts'
import { batchIdAfter, batchOf, carriedBatchId, entryId } from '#src/store/shared/entry-ids.ts'
import {
  accountChangedEntry,
  changesOf,
  deletedEntry,
  editedItemEntry,
  notedItemEntry,
  raisedEntry,
} from '#src/rules/entries.ts'
import '#tests/support/random.ts'

const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('ids', () => {
  test('a new batch sorts after the latest, whatever the clock says', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 42 }), { maxLength: 30 }), (clock) => {
        let latest: string | undefined
        for (const now of clock) {
          const id = batchIdAfter(latest, now)
          expect(id).toMatch(UUID_7)
          expect(id.endsWith('0000')).toBeTrue()
          expect(id > (latest ?? '')).toBeTrue()
          latest = id
        }
      }),
    )
  })

  test('entries sort after their batch, in their order, and lead to it', () => {
    const batch = batchIdAfter(undefined)
    const ids = [0, 1, 9, 15, 255, 4_999, 65_534].map((index) => entryId(batch, index))
    expect([batch, ...ids]).toEqual([batch, ...ids].toSorted())
    for (const id of ids) expect([batchOf(id), id]).toEqual([batch, expect.stringMatching(UUID_7)])
    expect(ids.every((id) => id < batchIdAfter(batch))).toBeTrue()
  })

  test('the id of a carried batch follows time and number, and is the same each time', () => {
    const order: [at: number, number: number][] = [
      [5, 1],
      [5, 2],
      [5, 5_000],
      [6, 0],
      [9e12, 1],
    ]
    const ids = order.map(([at, number]) => carriedBatchId(at, number))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(UUID_7)
    expect(carriedBatchId(5, 1)).toBe(ids[0] ?? '')
    expect(batchIdAfter(carriedBatchId(9e12, 1)) > carriedBatchId(9e12, 1)).toBeTrue()
  })
})

describe('entries', () => {
  const line = {
    id: 'line',
    itemId: 'item',
    ordered: 2,
    allotted: 5,
    status: 'Ready',
    remarks: '',
    link: '',
    announced: null,
  } as const

  test('hold only fields that differ, and no field that was not given', () => {
    expect(
      changesOf({ status: 'Ready', remarks: '' }, { remarks: '' }, ['status', 'remarks']),
    ).toEqual({})
    const raised = raisedEntry('club', line, {
      ordered: 5,
      status: 'Ready',
      link: 'https://a',
      announced: null,
    })
    expect(raised.changes).toEqual({ ordered: [2, 5], link: ['', 'https://a'] })
  })

  test('of a deletion have the returned units without a sign of zero', () => {
    const deleted = deletedEntry('club', line, 3, 'why')
    expect(deleted).toMatchObject({ units: -3, changes: { allotted: [5, 2] }, reason: 'why' })
  })

  test('of an item have what its shelf gained', () => {
    const item = {
      _id: 'item',
      itemName: 'Tape',
      itemQuantity: 4,
      itemStatus: 'enabled',
      rev: 1,
    } as const
    expect(editedItemEntry(item, { ...item, itemQuantity: 1 })).toMatchObject({
      units: -3,
      changes: { itemQuantity: [4, 1] },
    })
    const note = { itemOrderedStatus: '', itemRemark: 'a' }
    expect(notedItemEntry('item', note, { itemRemark: 'a' })).toBeNull()
    expect(notedItemEntry('item', note, { itemRemark: '' })?.changes).toEqual({
      itemRemark: ['a', ''],
    })
  })

  test('of an account never hold a hash', () => {
    const account = {
      id: 'a',
      clubName: 'A',
      cordName: 'C',
      mobile: '1',
      access: 'user',
      disabled: false,
      passwordHash: 'old',
    }
    expect(accountChangedEntry(account, { ...account })).toBeNull()
    const changed = accountChangedEntry(account, { ...account, passwordHash: 'new' })
    expect(changed?.changes).toEqual({ password: ['', ''] })
  })
})

const move = (more: Partial<Movement>): Movement => ({
  itemId: 'item',
  itemChange: 0,
  lineId: null,
  lineChange: 0,
  reason: 'allotted',
  actorId: 'admin',
  at: 1_000,
  ...more,
})
const rows = (
  movements: Movement[],
  more: Partial<RowsOfHistory['lines'][number]>[] = [{}],
): RowsOfHistory => ({
  movements,
  items: [{ id: 'item', firstQuantity: 10 }],
  carts: [{ id: 'cart', accountId: 'club' }],
  lines: more.map((line, index) => ({
    id: `line${index}`,
    cartId: 'cart',
    itemId: 'item',
    allotted: 0,
    deleted: null,
    ...line,
  })),
})

describe('carried movements', () => {
  test('become entries with the sums before and after them', () => {
    const carried = carryHistory(
      rows([
        move({ lineId: 'line0', itemChange: -3, lineChange: 3 }),
        move({ itemChange: 5, reason: 'edited', at: 2_000 }),
        move({ lineId: 'line0', itemChange: 1, lineChange: -1, at: 3_000 }),
      ]),
    )
    expect(carried).toMatchObject([
      { kind: 'line_decided', accountId: 'club', units: 3, changes: { allotted: [0, 3] } },
      { kind: 'item_edited', lineId: null, units: 5, changes: { itemQuantity: [7, 12] } },
      { kind: 'line_decided', units: -1, changes: { allotted: [3, 2] }, at: 3_000, by: 'admin' },
    ])
    expect(new Set(carried.map(({ batch }) => batch)).size).toBe(3)
  })

  test('of one call are one batch, with one entry for each row', () => {
    const give = (lineId: string) => move({ lineId, itemChange: -1, lineChange: 1 })
    const carried = carryHistory(rows([give('line0'), give('line1'), give('line0')], [{}, {}]))
    const [a, b, c] = carried.map(({ batch }) => batch)
    expect([a === b, b === c]).toEqual([true, false])
  })

  test('a deletion that returned nothing becomes an entry too, in its place', () => {
    const deleted = { at: 1_500, by: 'office' }
    const carried = carryHistory(
      rows(
        [
          move({ lineId: 'line1', itemChange: -2, lineChange: 2 }),
          move({ itemChange: 1, reason: 'edited', at: 2_000 }),
          move({
            lineId: 'line1',
            itemChange: 2,
            lineChange: -2,
            reason: 'cart removed',
            at: 3_000,
          }),
        ],
        [{ deleted }, { deleted: { at: 3_000, by: 'admin' } }],
      ),
    )
    expect(carried.map(({ kind, lineId }) => [kind, lineId])).toEqual([
      ['line_decided', 'line1'],
      ['line_deleted', 'line0'],
      ['item_edited', null],
      ['line_deleted', 'line1'],
    ])
    expect(carried[1]).toMatchObject({ by: 'office', at: 1_500, units: 0, changes: {} })
  })

  test('keep their order while a clock was set back, give the same entries again, and pass the check', () => {
    const step = fc.record({
      line: fc.nat(2),
      units: fc.integer({ min: -3, max: 5 }),
      at: fc.nat(50),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const movements = steps.map(({ line, units, at }) =>
          line === 2
            ? move({ itemChange: units, reason: 'edited', at })
            : move({ lineId: `line${line}`, itemChange: -units, lineChange: units, at }),
        )
        const given = (id: string) =>
          movements.reduce(
            (sum, { lineId, lineChange }) => sum + (lineId === id ? lineChange : 0),
            0,
          )
        const carried = carryHistory(rows(movements, [{}, {}]))
        expect(carryHistory(rows(movements, [{}, {}]))).toEqual(carried)
        expect(carried.map(({ units, lineId }) => [lineId, units])).toEqual(
          movements.map(({ itemChange, lineId, lineChange }) => [
            lineId,
            lineId === null ? itemChange : lineChange,
          ]),
        )
        const ids = carried.map(({ id }) => id)
        expect(ids).toEqual(ids.toSorted())
        const quantity = movements.reduce((sum, { itemChange }) => sum + itemChange, 10)
        expect(broken(carried, [given('line0'), given('line1')], quantity)).toEqual([])
      }),
    )
  })
})

/** What the check finds, as texts. */
function broken(entries: readonly Entry[], allotted: number[], itemQuantity: number): string[] {
  const blank = {
    ordered: 1,
    delivered: 0,
    status: 'Pending',
    remarks: '',
    link: '',
    announced: null,
    isDeleted: false,
  } as const
  const check = openHistoryCheck(
    new Map(
      allotted.map((given, index) => [
        `line${index}`,
        { ...blank, id: `line${index}`, itemId: 'item', allotted: given },
      ]),
    ),
    new Map([
      [
        'item',
        {
          id: 'item',
          itemName: 'Tape',
          itemQuantity,
          firstQuantity: 10,
          itemStatus: 'enabled',
          itemOrderedStatus: '',
          itemRemark: '',
        },
      ],
    ]),
  )
  for (const entry of entries) check.add(entry)
  return Object.values(check.finish()).flatMap((found) => found.map(({ text }) => text))
}

describe('the check', () => {
  const carried = carryHistory(
    rows([
      move({ lineId: 'line0', itemChange: -3, lineChange: 3 }),
      move({ lineId: 'line0', itemChange: -2, lineChange: 2, at: 2_000 }),
    ]),
  )

  test('finds nothing in a sound history', () => {
    expect(broken(carried, [5], 5)).toEqual([])
  })

  test('names the row of a wrong sum, of a broken chain, and of another item', () => {
    expect(broken(carried, [4], 5)).toContain('line: id line0, allotted_quantity 4, expected 5')
    expect(broken(carried, [5], 6)).toEqual(['item: id item, quantity 6, expected 5'])
    const [first, second] = carried as [Entry, Entry]
    const bent = { ...second, changes: { allotted: [4, 6] } } as const
    expect(broken([first, bent], [5], 5)).toContain(`line: id line0, allotted, entry ${second.id}`)
    const elsewhere = { ...second, itemId: null }
    expect(broken([first, elsewhere], [5], 5)).toContain(`line: id line0, entry ${second.id}`)
  })

  test('begins a row with its first values where its first entry is on record', () => {
    const [first] = carried as [Entry]
    const ordered: Entry = {
      ...first,
      id: 'ordered',
      kind: 'line_ordered',
      units: 0,
      changes: { ordered: [0, 1] },
    }
    const remarked: Entry = {
      ...first,
      units: 0,
      changes: { remarks: ['lost', ''] },
    }
    expect(broken([remarked], [0], 10)).toEqual([])
    expect(broken([ordered, remarked], [0], 10)).toEqual([
      `line: id line0, remarks, entry ${first.id}`,
    ])
  })
})
