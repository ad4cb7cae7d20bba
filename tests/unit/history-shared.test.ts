import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Entry } from '#src/store/port.ts'
import { openHistoryCheck } from '#src/store/shared/check-history.ts'
import { batchIdAfter, batchOf, entryId } from '#src/store/shared/entry-ids.ts'
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
  const given = (batch: string, from: number, to: number): Entry => ({
    id: entryId(batch, 0),
    batch,
    at: 1_000,
    by: 'admin',
    undoes: null,
    kind: 'line_decided',
    accountId: 'club',
    lineId: 'line0',
    itemId: 'item',
    units: to - from,
    changes: { allotted: [from, to] },
    told: null,
    reason: '',
  })
  const first = batchIdAfter(undefined)
  const carried = [given(first, 0, 3), given(batchIdAfter(first), 3, 5)]

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
