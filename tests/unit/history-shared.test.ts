import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { batchIdAfter, batchOf, entryId } from '#src/store/shared/entry-ids.ts'
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
