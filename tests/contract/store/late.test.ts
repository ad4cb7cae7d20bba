import { describe, expect, test } from 'bun:test'
import { asShown } from '#src/rules/announced.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import {
  ADMIN,
  codeOf,
  countSuccesses,
  NOON,
  pathsOf,
  refusalOf,
  times,
  topicsOf,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'

onEachStore('late orders', (open) => {
  const portal = useStore(open)
  const LATE = { actorId: ADMIN, isLate: true }
  const giving = (itemId: string, ordered: number, units: number) => ({
    ...stockRow(itemId, ordered),
    units,
  })
  const newest = async () => (await portal.store.history.list({ filter: {}, limit: 1 })).entries

  describe('a late order', () => {
    test('is placed while ordering is off; any other one is refused', async () => {
      const club = await portal.club()
      await portal.store.ordering.set(false, ADMIN, NOON)
      expect(await codeOf(portal.order(club, [customRow('Neon')], { actorId: ADMIN }))).toBe(
        'ordering_disabled',
      )
      await portal.order(club, [customRow('Neon', 2)], LATE)
      expect(await portal.line(club, 'Neon')).toMatchObject({ ordered: 2, allotted: 0 })
      const disabled = await portal.item('Glue', 5, 'disabled')
      expect(await codeOf(portal.order(club, [stockRow(disabled._id, 1)], LATE))).toBe(
        'item_unavailable',
      )
    })

    test('gives units of new and raised lines, which leave the shelf with it', async () => {
      const club = await portal.club()
      const [tape, glue] = [await portal.item('Tape', 10), await portal.item('Glue', 10)]
      await portal.order(club, [stockRow(tape._id, 2)])
      const { id: lineId } = await portal.line(club, 'Tape')
      await portal.allot([{ lineId, units: 2, status: 'Delivered' }])
      await portal.store.ordering.set(false, ADMIN, NOON)

      const rows = [giving(tape._id, 3, 1), giving(glue._id, 4, 4), giving(tape._id, 1, 2)]
      const own = { ...customRow('Neon', 2), units: 1 }
      const written = await portal.order(club, [...rows, own], LATE)
      expect(topicsOf(written)).toEqual(['carts', 'inventory', `orders:${club.id}`])
      const lines = await portal.lines(club)
      expect(lines).toMatchObject([
        { itemName: 'Glue', ordered: 4, allotted: 4, delivered: 0, status: 'Pending' },
        { itemName: 'Neon', ordered: 2, allotted: 1 },
        { itemName: 'Tape', ordered: 6, allotted: 5, delivered: 2, status: 'Pending' },
      ])
      expect(JSON.parse(written.value.body)).toMatchObject(lines)
      expect([await portal.shelf(tape._id), await portal.shelf(glue._id)]).toEqual([5, 6])
      expect((await portal.store.upkeep.verify()).broken).toEqual([])
    })

    test('is told in one batch: what was ordered, and what was given', async () => {
      const club = await portal.club()
      const tape = await portal.item('Tape', 10)
      let batch: string | undefined
      await portal.order(club, [giving(tape._id, 4, 3)], {
        ...LATE,
        toAnswer: (_, own) => (batch = own) ?? '',
      })
      const told = (await newest()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(told).toMatchObject([
        { kind: 'line_ordered', by: ADMIN, units: 0, changes: { ordered: [0, 4] } },
        { kind: 'line_decided', by: ADMIN, units: 3, changes: { allotted: [0, 3] } },
      ])
      expect(told.map((entry) => entry.batch)).toEqual([String(batch), String(batch)])
    })

    test('is refused as a whole if the shelf holds too little, and names each row at fault', async () => {
      const club = await portal.club()
      const [tape, glue] = [await portal.item('Tape', 3), await portal.item('Glue', 10)]
      const rows = [giving(glue._id, 1, 1), giving(tape._id, 2, 2), giving(tape._id, 2, 2)]
      const refusal = await refusalOf(portal.order(club, rows, LATE))
      expect(refusal.code).toBe('insufficient_stock')
      expect(pathsOf(refusal)).toEqual(['items.1.units', 'items.2.units'])
      expect(refusal.details.errors?.[0]?.msg).toBe('Only 3 left of Tape.')
      expect(await portal.lines(club)).toEqual([])
      expect(await portal.shelf(glue._id)).toBe(10)
      const wrong = await refusalOf(portal.order(club, [giving(tape._id, 1, -1)], LATE))
      expect(pathsOf(wrong)).toEqual(['items.0.units'])
    })

    test('shows at once what was ordered, and holds back what was given', async () => {
      const [club, other] = [await portal.club(), await portal.club()]
      const tape = await portal.item('Tape', 10)
      await portal.order(other, [stockRow(tape._id, 5)])
      await portal.store.ordering.hold(true, ADMIN, NOON)
      await portal.order(club, [giving(tape._id, 4, 3)], LATE)
      await portal.order(other, [giving(tape._id, 1, 2)], LATE)
      const [fresh, raised] = [await portal.line(club, 'Tape'), await portal.line(other, 'Tape')]
      expect([fresh.allotted, raised.allotted]).toEqual([3, 2])
      expect(asShown(fresh)).toMatchObject({ ordered: 4, allotted: 0 })
      expect(asShown(raised)).toMatchObject({ ordered: 6, allotted: 0 })
      expect((await portal.store.upkeep.verify()).broken).toEqual([])
      await portal.store.ordering.hold(false, ADMIN, NOON)
      expect(asShown(await portal.line(club, 'Tape'))).toMatchObject({ ordered: 4, allotted: 3 })
      expect((await portal.store.upkeep.verify()).broken).toEqual([])
    })

    test('answers a repeated key as before and gives nothing twice', async () => {
      const club = await portal.club()
      const tape = await portal.item('Tape', 10)
      const keyed = { ...LATE, idempotency: { key: 'one', bodyHash: 'of one body' } }
      const first = await portal.order(club, [giving(tape._id, 4, 3)], keyed)
      const again = await portal.order(club, [giving(tape._id, 4, 3)], keyed)
      expect(again.value).toEqual({ body: first.value.body, replayed: true })
      expect(await portal.shelf(tape._id)).toBe(7)
    })

    test('never takes more from a shelf than it holds, however many come at once', async () => {
      const tape = await portal.item('Tape', 5)
      const clubs = await Promise.all(times(8, () => portal.club()))
      const orders = clubs.map((club) => portal.order(club, [giving(tape._id, 1, 1)], LATE))
      expect(await countSuccesses(orders, 'insufficient_stock')).toBe(5)
      expect(await portal.shelf(tape._id)).toBe(0)
      expect((await portal.store.upkeep.verify()).broken).toEqual([])
    })
  })
})
