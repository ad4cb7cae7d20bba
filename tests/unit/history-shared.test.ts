import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
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
    _id: 'line',
    item_id: 'item',
    ordered_quantity: 2,
    allotted_quantity: 5,
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
      ordered_quantity: 5,
      status: 'Ready',
      link: 'https://a',
      announced: null,
    })
    expect(raised.changes).toEqual({ ordered_quantity: [2, 5], link: ['', 'https://a'] })
  })

  test('of a deletion have the returned units without a sign of zero', () => {
    const deleted = deletedEntry('club', line, 3, 'why')
    expect(deleted).toMatchObject({
      units: -3,
      changes: { allotted_quantity: [5, 2] },
      reason: 'why',
    })
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
