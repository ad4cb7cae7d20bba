import { beforeEach, describe, expect, test } from 'bun:test'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { StockItem } from '#src/contract/records.ts'
import type { Account, Store } from '#src/store/port.ts'
import { ADMIN, codeOf, DAY, MINUTE, NOON, times, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'

/** Taking a batch back, and everything that can stand against it. */
onEachStore('undo', (open) => {
  const portal = useStore(open)
  let admin: Account
  let club: Coordinator
  let tape: StockItem
  let ofTape: string
  let ofNeon: string
  let cart: string
  beforeEach(async () => {
    admin = await portal.admin()
    club = await portal.club()
    tape = await portal.item('Tape', 10)
    await portal.order(club, [stockRow(tape._id, 8), customRow('Neon', 4)])
    ofTape = (await portal.line(club, 'Tape'))._id
    ofNeon = (await portal.line(club, 'Neon'))._id
    cart = await portal.cartOf(club)
  })

  const newest = async (limit = 1) => await portal.entries({}, limit)
  const batchOf = async (call: Promise<unknown>): Promise<string> => {
    await call
    return (await newest())[0]?.batch ?? ''
  }
  const undo = (batch: string, more: Partial<Parameters<Store['history']['undo']>[0]> = {}) =>
    portal.undo(batch, { actorId: admin.id, now: NOON + MINUTE, ...more })
  const allot = (...decisions: Parameters<typeof portal.allot>[0]) =>
    batchOf(portal.allot(decisions))
  const removal = { actorId: ADMIN, now: NOON, reason: 'over' }
  const removeLine = (id: string) => batchOf(portal.store.orders.removeLine(cart, id, removal))

  describe('takes back', () => {
    test('a decision: units, status, remark and what was delivered', async () => {
      await portal.allot([{ _id: ofTape, allotted_quantity: 1, status: 'Ready', remarks: 'first' }])
      const before = await portal.lines(club)
      const batch = await allot(
        { _id: ofTape, allotted_quantity: 4, status: 'Delivered', remarks: 'second' },
        { _id: ofNeon, allotted_quantity: 2 },
      )
      const done = await undo(batch)
      expect(await portal.lines(club)).toEqual(before)
      expect(await portal.shelf(tape._id)).toBe(9)
      const entries = await newest()
      expect(entries.map((entry) => entry.batch)).toEqual([done.value.body, done.value.body])
      expect(entries.find(({ lineId }) => lineId === ofTape)).toMatchObject({
        kind: 'line_decided',
        at: NOON + MINUTE,
        by: admin.id,
        undoes: batch,
        units: -4,
        changes: {
          allotted_quantity: [5, 1],
          delivered_quantity: [5, 0],
          status: ['Delivered', 'Ready'],
          remarks: ['second', 'first'],
        },
      })
      const taken = await portal.entries({ batch })
      const undone = { at: NOON + MINUTE, by: admin.id, batch: done.value.body }
      for (const entry of taken)
        expect(entry).toMatchObject({ undone: { ...undone, author: { id: admin.id } } })
      expect(topicsOf(done)).toEqual(['carts', 'inventory', `orders:${club.id}`])
    })
  })

  describe('is refused', () => {
    test('where the cart is full', async () => {
      const batch = await removeLine(ofNeon)
      await portal.order(
        club,
        times(100, (index) => customRow(`Lamp ${index}`)),
      )
      expect(await codeOf(undo(batch))).toBe('cart_full')
      await removeLine((await portal.line(club, 'Lamp 7'))._id)
      await undo(batch)
      expect(await portal.lines(club)).toHaveLength(101)
    })
  })

  describe('leaves out what stands against it', () => {
    const entriesOf = async (batch: string) => await portal.entries({ batch })
    const undoRest = (batch: string, more: Parameters<typeof undo>[1] = {}) =>
      undo(batch, {
        isRest: true,
        toAnswer: (own, refused) => JSON.stringify({ own, refused }),
        ...more,
      })
    const answerOf = async (done: ReturnType<typeof undo>) =>
      JSON.parse((await done).value.body) as { own: string; refused: FieldProblem[] }

    /** Three clubs are rejected together, and one of them orders again. */
    async function rejectThree() {
      const others = [await portal.club(), await portal.club()]
      for (const other of others) await portal.order(other, [stockRow(tape._id, 2)])
      const lines = await Promise.all(
        [club, ...others].map(async (one) => (await portal.line(one, 'Tape'))._id),
      )
      const batch = await allot(
        ...lines.map((lineId) => ({ _id: lineId, status: 'Rejected' as const })),
      )
      return { batch, lines, others }
    }

    test('the other rows go back, as one batch; the answer names those that stay', async () => {
      const { batch, lines, others } = await rejectThree()
      // The row in the middle, so that those after it stand at other places in the new batch.
      const [again] = others
      if (!again) throw new Error('No club.')
      await portal.order(again, [stockRow(tape._id, 1)])
      const { own, refused } = await answerOf(undoRest(batch))
      const taken = await entriesOf(batch)
      const stayed = taken.find(({ lineId }) => lineId === lines[1])
      expect(refused).toEqual([
        { path: `entries.${stayed?.id}`, msg: 'The status was changed since.' },
      ])
      expect((await entriesOf(own)).map(({ lineId }) => String(lineId))).toEqual(
        lines.toSpliced(1, 1).toReversed(),
      )
      for (const { lineId, undone } of taken)
        expect(undone?.batch ?? null).toBe(lineId === lines[1] ? null : own)
      for (const one of [club, ...others])
        expect(await portal.line(one, 'Tape')).toMatchObject({ status: 'Pending' })
    })

    test('what clubs read of it: their own row, taken back or not', async () => {
      await portal.store.ordering.hold(true, ADMIN, NOON)
      const { batch, others } = await rejectThree()
      await portal.order(club, [stockRow(tape._id, 1)])
      await undoRest(batch)
      for (const one of [club, ...others]) {
        const filter = { readableBy: one.clubId }
        const { entries } = await portal.store.history.list({ filter, limit: 50 })
        expect(entries.filter(({ undone }) => undone && !undone.isHidden)).toEqual([])
      }
    })

    test('a repeated key gets the first answer, with the rows that stayed', async () => {
      const { batch, lines } = await rejectThree()
      await portal.allot([{ _id: lines[2] ?? '', status: 'Ready' }])
      const idempotency = { key: 'rest', bodyHash: 'the rest of one batch' }
      const first = await undoRest(batch, { idempotency })
      await portal.reopen()
      const again = await undoRest(batch, { idempotency })
      expect(again.value).toEqual({ body: first.value.body, replayed: true })
      expect(JSON.parse(again.value.body)).toMatchObject({ refused: [{}] })
    })
  })

  describe('a key', () => {
    const KEY = { key: 'a key', bodyHash: 'of one batch' }

    test('repeats the first answer, after a restart too, and takes back once', async () => {
      const batch = await allot({ _id: ofTape, allotted_quantity: 3 })
      const first = await undo(batch, { idempotency: KEY })
      const last = await newest()
      await portal.reopen()
      const again = await undo(batch, { idempotency: KEY })
      expect(again).toEqual({ value: { body: first.value.body, replayed: true }, moved: [] })
      expect(await newest()).toEqual(last)
      const later = undo(batch, { idempotency: KEY, now: NOON + MINUTE + DAY })
      expect(await codeOf(later)).toBe('already_undone')
    })

    test('of another batch is refused; a refused undo leaves its key free', async () => {
      const batch = await allot({ _id: ofTape, allotted_quantity: 3 })
      const other = await allot({ _id: ofNeon, allotted_quantity: 1 })
      expect(await codeOf(undo(Bun.randomUUIDv7(), { idempotency: KEY }))).toBe('not_found')
      await undo(batch, { idempotency: KEY })
      const reused = undo(other, { idempotency: { ...KEY, bodyHash: 'of another batch' } })
      expect(await codeOf(reused)).toBe('key_reused')
      expect(await portal.line(club, 'Neon')).toMatchObject({ allotted_quantity: 1 })
    })
  })
})
