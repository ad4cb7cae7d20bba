import { describe, expect, test } from 'bun:test'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, codeOf, countSuccesses, NOON, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('late orders', (open) => {
  const portal = useStore(open)
  const LATE = { actorId: ADMIN, isLate: true }
  const giving = (itemId: string, ordered: number, allotted_quantity: number) => ({
    ...stockRow(itemId, ordered),
    allotted_quantity,
  })

  describe('a late order', () => {
    test('is placed while ordering is off; any other one is refused', async () => {
      const club = await portal.club()
      await portal.store.ordering.set(false, ADMIN, NOON)
      expect(await codeOf(portal.order(club, [customRow('Neon')], { actorId: ADMIN }))).toBe(
        'ordering_disabled',
      )
      await portal.order(club, [customRow('Neon', 2)], LATE)
      expect(await portal.line(club, 'Neon')).toMatchObject({
        ordered_quantity: 2,
        allotted_quantity: 0,
      })
      const disabled = await portal.item('Glue', 5, 'disabled')
      expect(await codeOf(portal.order(club, [stockRow(disabled._id, 1)], LATE))).toBe(
        'item_unavailable',
      )
    })

    test('is told in one batch: what was ordered, and what was given', async () => {
      const club = await portal.club()
      const tape = await portal.item('Tape', 10)
      let batch: string | undefined
      await portal.order(club, [giving(tape._id, 4, 3)], {
        ...LATE,
        toAnswer: (_, own) => (batch = own) ?? '',
      })
      const told = (await portal.entries({}, 1)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(told).toMatchObject([
        { kind: 'line_ordered', by: ADMIN, units: 0, changes: { ordered_quantity: [0, 4] } },
        { kind: 'line_decided', by: ADMIN, units: 3, changes: { allotted_quantity: [0, 3] } },
      ])
      expect(told.map((entry) => entry.batch)).toEqual([String(batch), String(batch)])
    })

    test('never takes more from a shelf than it holds, however many come at once', async () => {
      const tape = await portal.item('Tape', 5)
      const clubs = await Promise.all(times(8, () => portal.club()))
      const orders = clubs.map((club) => portal.order(club, [giving(tape._id, 1, 1)], LATE))
      expect(await countSuccesses(orders, 'insufficient_stock')).toBe(5)
      expect(await portal.shelf(tape._id)).toBe(0)
    })
  })
})
