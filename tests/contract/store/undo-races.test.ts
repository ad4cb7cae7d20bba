import { beforeEach, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { ADMIN, countSuccesses, NOON, REMOVAL, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

/** Undos at the same moment as each other, and as other writes. */
onEachStore('concurrent undos', (open) => {
  const portal = useStore(open)
  let club: Coordinator
  let tape: StockItem
  let lineId: string
  beforeEach(async () => {
    club = await portal.club()
    tape = await portal.item('Tape', 20)
    await portal.order(club, [stockRow(tape._id, 20), customRow('Neon', 5)])
    lineId = (await portal.line(club, 'Tape'))._id
  })
  const { undo } = portal
  const give = (units: number) => portal.give(lineId, units)
  const undosOf = async (batch: string) =>
    (await portal.entries()).filter(({ undoes }) => undoes === batch).length

  test('20 undos of one batch take it back once', async () => {
    const batch = await give(7)
    const calls = times(20, () => undo(batch))
    expect(await countSuccesses(calls, 'already_undone')).toBe(1)
    expect(await portal.shelf(tape._id)).toBe(20)
    expect(await portal.line(club, 'Tape')).toMatchObject({ allotted_quantity: 0 })
    expect(await undosOf(batch)).toBe(1)
  })

  test('20 undos with one key take it back once, and all get the first answer', async () => {
    const batch = await give(7)
    const idempotency = { key: 'a key', bodyHash: 'of one batch' }
    const answers = await Promise.all(times(20, () => undo(batch, { idempotency })))
    expect(new Set(answers.map(({ value }) => value.body)).size).toBe(1)
    expect(answers.filter(({ value }) => !value.replayed)).toHaveLength(1)
    expect(await undosOf(batch)).toBe(1)
  })

  test('an undo that needs units never takes a shelf below zero that is emptied at the same moment', async () => {
    for (const round of times(5, Number)) {
      await give(6)
      const back = await give(-6)
      const left = await portal.shelf(tape._id)
      const calls = [...times(left, () => give(1)), undo(back), ...times(4, () => give(3))]
      const ends = await Promise.allSettled(calls)
      for (const ended of ends)
        if (ended.status === 'rejected')
          expect(ended.reason instanceof Refusal ? ended.reason.code : ended.reason).toBeOneOf([
            'insufficient_stock',
            'cannot_undo',
          ])
      const shelf = await portal.shelf(tape._id)
      const { allotted_quantity: allotted } = await portal.line(club, 'Tape')
      expect(shelf).toBeGreaterThanOrEqual(0)
      expect([round, shelf + allotted]).toEqual([round, 20])
      await give(-allotted)
    }
  })

  test('undos of different batches on one item are all taken back', async () => {
    const batches: string[] = []
    for (const units of [5, 3, 2, 4]) batches.push(await give(units))
    await Promise.all(batches.map((batch) => undo(batch)))
    expect(await portal.shelf(tape._id)).toBe(20)
    expect(await portal.line(club, 'Tape')).toMatchObject({ allotted_quantity: 0 })
  })

  test('of two undos that need the same units one succeeds', async () => {
    await give(8)
    const first = await give(-4)
    const second = await give(-4)
    const { rev } = (await portal.store.stock.list()).rows[0] ?? { rev: 0 }
    await portal.store.stock.edit(tape._id, { rev, itemQuantity: 5 }, ADMIN, NOON)
    expect(await countSuccesses([undo(first), undo(second)], 'cannot_undo')).toBe(1)
    expect(await portal.shelf(tape._id)).toBe(1)
  })

  test('a deletion is taken back or the line is ordered anew, never both lines at once', async () => {
    const cart = await portal.cartOf(club)
    for (const round of times(5, Number)) {
      const { _id: id } = await portal.line(club, 'Neon')
      const { batch = '' } = await portal.store.orders.removeLine(cart, id, REMOVAL)
      const orders = times(3, () => portal.order(club, [customRow('Neon', 1)]))
      const undone = await undo(batch).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'cannot_undo') return false
          throw error
        },
      )
      await Promise.all(orders)
      const live = (await portal.lines(club)).filter(({ itemName }) => itemName === 'Neon')
      expect([round, live.length]).toEqual([round, 1])
      expect(live[0]?._id === id).toBe(undone)
    }
  })
})
