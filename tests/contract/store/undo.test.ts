import { beforeEach, describe, expect, test } from 'bun:test'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { StockItem } from '#src/contract/records.ts'
import type { Account, ListedEntry, Store } from '#src/store/port.ts'
import {
  ADMIN,
  codeOf,
  DAY,
  MINUTE,
  NOON,
  pathsOf,
  refusalOf,
  times,
  topicsOf,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

/** Taking a batch back, and everything that can stand against it. */
onEachStore('undo', (open) => {
  const portal = useStore(open)
  let admin: Account
  let club: Account
  let tape: StockItem
  let ofTape: string
  let ofNeon: string
  let cart: string
  beforeEach(async () => {
    admin = await portal.club({ access: 'bosslevel' })
    club = await portal.club()
    tape = await portal.item('Tape', 10)
    await portal.order(club, [stockRow(tape._id, 8), customRow('Neon', 4)])
    ofTape = (await portal.line(club, 'Tape')).id
    ofNeon = (await portal.line(club, 'Neon')).id
    cart = await portal.cartOf(club)
  })

  const newest = async (limit = 1) =>
    (await portal.store.history.list({ filter: {}, limit })).entries
  const batchOf = async (call: Promise<unknown>): Promise<string> => {
    await call
    return (await newest())[0]?.batch ?? ''
  }
  const undo = (batch: string, more: Partial<Parameters<Store['history']['undo']>[0]> = {}) =>
    portal.store.history.undo({
      batch,
      actorId: admin.id,
      toAnswer: (own) => own,
      now: NOON + MINUTE,
      ...more,
    })
  const allot = (...decisions: Parameters<typeof portal.allot>[0]) =>
    batchOf(portal.allot(decisions))
  const removal = { actorId: ADMIN, now: NOON, reason: 'over' }
  const removeLine = (id: string) => batchOf(portal.store.orders.removeLine(cart, id, removal))
  const present = async (id: string): Promise<StockItem> => {
    const found = (await portal.store.stock.list()).rows.find(({ _id }) => _id === id)
    if (!found) throw new Error('The item is missing.')
    return found
  }
  const edit = async (
    change: Partial<Pick<StockItem, 'itemName' | 'itemQuantity' | 'itemStatus'>>,
  ) =>
    batchOf(
      portal.store.stock.edit(
        tape._id,
        { rev: (await present(tape._id)).rev, ...change },
        ADMIN,
        NOON,
      ),
    )
  const note = (itemRemark: string, itemOrderedStatus?: string) =>
    batchOf(
      portal.store.stock.note(
        [
          {
            _id: tape._id,
            itemRemark,
            ...(itemOrderedStatus !== undefined && { itemOrderedStatus }),
          },
        ],
        ADMIN,
        NOON,
      ),
    )
  /** The refusal's text of each row, without changing anything. */
  async function obstacles(batch: string): Promise<string[]> {
    const before = await newest()
    const refusal = await refusalOf(undo(batch))
    expect(refusal.code).toBe('cannot_undo')
    expect(await newest()).toEqual(before)
    for (const path of pathsOf(refusal)) expect(path).toMatch(/^entries\.[\da-f-]{36}$/)
    return (refusal.details.errors ?? []).map(({ msg }) => msg)
  }

  describe('takes back', () => {
    test('a decision: units, status, remark and what was delivered', async () => {
      await portal.allot([{ lineId: ofTape, units: 1, status: 'Ready', remarks: 'first' }])
      const before = await portal.lines(club)
      const batch = await allot(
        { lineId: ofTape, units: 4, status: 'Delivered', remarks: 'second' },
        { lineId: ofNeon, units: 2 },
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
          allotted: [5, 1],
          delivered: [5, 0],
          status: ['Delivered', 'Ready'],
          remarks: ['second', 'first'],
        },
      })
      const taken = (await portal.store.history.list({ filter: { batch }, limit: 9 })).entries
      const undone = { at: NOON + MINUTE, by: admin.id, batch: done.value.body }
      for (const entry of taken)
        expect(entry).toMatchObject({ undone: { ...undone, author: { id: admin.id } } })
      expect(topicsOf(done)).toEqual(['carts', 'inventory', `orders:${club.id}`])
    })

    test('a remark alone, which moves no stock', async () => {
      const done = await undo(await allot({ lineId: ofNeon, remarks: 'x' }))
      expect(topicsOf(done)).toEqual(['carts', `orders:${club.id}`])
      expect(await portal.line(club, 'Neon')).toMatchObject({ remarks: '' })
    })

    test('the deletion of a line, with what it was given', async () => {
      await portal.allot([{ lineId: ofTape, units: 2, status: 'Delivered', remarks: 'x' }])
      await portal.allot([{ lineId: ofTape, units: 3, status: 'Ready' }])
      const before = await portal.line(club, 'Tape')
      const batch = await removeLine(ofTape)
      expect(await portal.shelf(tape._id)).toBe(8)
      const done = await undo(batch)
      expect(topicsOf(done)).toEqual(['carts', 'inventory', `orders:${club.id}`])
      expect(await portal.line(club, 'Tape')).toEqual(before)
      expect(await portal.shelf(tape._id)).toBe(5)
      expect(await newest()).toMatchObject([
        {
          kind: 'line_restored',
          lineId: ofTape,
          units: 3,
          changes: { allotted: [2, 5] },
          reason: '',
          undoes: batch,
        },
      ])
      const repeated = await portal.order(club, [stockRow(tape._id, 1)])
      expect(JSON.parse(repeated.value.body)).toHaveLength(1)
      expect(await portal.line(club, 'Tape')).toMatchObject({ id: ofTape, ordered: 9 })
    })

    test('an edit of an item: name, state and counted units', async () => {
      const batch = await edit({ itemName: 'Gaffer', itemQuantity: 25, itemStatus: 'disabled' })
      await portal.allot([{ lineId: ofTape, units: 3 }])
      const done = await undo(batch)
      expect(await present(tape._id)).toMatchObject({
        itemName: 'Tape',
        itemQuantity: 7,
        itemStatus: 'enabled',
      })
      expect(topicsOf(done)).toEqual(['carts', 'catalogue', 'inventory', `orders:${club.id}`])
      expect(await portal.line(club, 'Tape')).toMatchObject({ id: ofTape })
      expect(await codeOf(portal.item('TAPE'))).toBe('name_taken')
      expect((await portal.item('Gaffer')).itemName).toBe('Gaffer')
    })

    test('a count alone, which moves the stock alone, and raises the revision of the row', async () => {
      const batch = await edit({ itemQuantity: 25 })
      const { rev } = await present(tape._id)
      expect(topicsOf(await undo(batch))).toEqual(['inventory'])
      expect(await present(tape._id)).toMatchObject({ itemQuantity: 10 })
      expect((await present(tape._id)).rev).toBeGreaterThan(rev)
    })

    test('a note', async () => {
      await note('old', 'Available')
      const done = await undo(await note('new', 'Not Available'))
      const [summary] = (await portal.store.stock.listSummary()).rows
      expect(summary).toMatchObject({ itemRemark: 'old', itemOrderedStatus: 'Available' })
      expect(topicsOf(done)).toEqual(['inventory'])
    })

    test('an undo; the first batch stays taken back', async () => {
      const batch = await allot({ lineId: ofTape, units: 3, status: 'Ready' })
      const before = await portal.lines(club)
      const first = (await undo(batch)).value.body
      const second = (await undo(first)).value.body
      expect(await portal.lines(club)).toEqual(before)
      expect(await portal.shelf(tape._id)).toBe(7)
      for (const done of [batch, first]) expect(await codeOf(undo(done))).toBe('already_undone')
      await undo(second)
      expect(await portal.shelf(tape._id)).toBe(10)
    })
  })

  describe('is refused', () => {
    test('for an unknown batch', async () => {
      expect(await codeOf(undo(Bun.randomUUIDv7()))).toBe('not_found')
      expect(await codeOf(undo('no id'))).toBe('not_found')
    })

    test('a second time', async () => {
      const batch = await allot({ lineId: ofTape, units: 3 })
      await undo(batch)
      expect(await codeOf(undo(batch))).toBe('already_undone')
      expect(await portal.shelf(tape._id)).toBe(10)
    })

    test('for orders, items, switches, accounts and restored lines', async () => {
      const entries: ListedEntry[] = await newest(100)
      const restored = (await undo(await removeLine(ofNeon))).value.body
      const turned = await batchOf(portal.store.ordering.set(false, ADMIN, NOON))
      const batches = new Set([...entries.map(({ batch }) => batch), restored, turned])
      expect(batches.size).toBeGreaterThanOrEqual(6)
      for (const batch of batches)
        for (const text of await obstacles(batch)) expect(text).toBe('A change of this kind stays.')
    })

    test('where the cart is full', async () => {
      const batch = await removeLine(ofNeon)
      await portal.order(
        club,
        times(100, (index) => customRow(`Lamp ${index}`)),
      )
      expect(await codeOf(undo(batch))).toBe('cart_full')
      await removeLine((await portal.line(club, 'Lamp 7')).id)
      await undo(batch)
      expect(await portal.lines(club)).toHaveLength(101)
    })

    test('as a whole when one of its rows stands against it', async () => {
      const batch = await allot({ lineId: ofTape, units: 3 }, { lineId: ofNeon, remarks: 'a' })
      await portal.allot([{ lineId: ofNeon, remarks: 'b' }])
      expect(await obstacles(batch)).toHaveLength(1)
      expect(await portal.line(club, 'Tape')).toMatchObject({ allotted: 3 })
      expect(await portal.shelf(tape._id)).toBe(7)
    })
  })

  describe('leaves out what stands against it', () => {
    const entriesOf = async (batch: string) =>
      (await portal.store.history.list({ filter: { batch }, limit: 9 })).entries
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
        [club, ...others].map(async (one) => (await portal.line(one, 'Tape')).id),
      )
      const batch = await allot(...lines.map((lineId) => ({ lineId, status: 'Rejected' as const })))
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
      expect((await portal.store.upkeep.verify()).broken).toEqual([])
    })

    test('what clubs read of it: their own row, taken back or not', async () => {
      await portal.store.ordering.hold(true, ADMIN, NOON)
      const { batch, others } = await rejectThree()
      await portal.order(club, [stockRow(tape._id, 1)])
      await undoRest(batch)
      for (const one of [club, ...others]) {
        const filter = { readableBy: one.id }
        const { entries } = await portal.store.history.list({ filter, limit: 50 })
        expect(entries.filter(({ undone }) => undone && !undone.isHidden)).toEqual([])
      }
    })

    test('a batch that was taken back in part is taken back; the undo itself can be undone', async () => {
      const { batch, lines } = await rejectThree()
      await portal.allot([{ lineId: lines[0] ?? '', status: 'Ready' }])
      const { own } = await answerOf(undoRest(batch))
      await portal.allot([{ lineId: lines[0] ?? '', status: 'Rejected' }])
      for (const again of [undo(batch), undoRest(batch)])
        expect(await codeOf(again)).toBe('already_undone')
      await undo(own)
      expect((await entriesOf(own)).every(({ undone }) => undone)).toBe(true)
    })

    test('a repeated key gets the first answer, with the rows that stayed', async () => {
      const { batch, lines } = await rejectThree()
      await portal.allot([{ lineId: lines[2] ?? '', status: 'Ready' }])
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
      const batch = await allot({ lineId: ofTape, units: 3 })
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
      const batch = await allot({ lineId: ofTape, units: 3 })
      const other = await allot({ lineId: ofNeon, units: 1 })
      expect(await codeOf(undo(Bun.randomUUIDv7(), { idempotency: KEY }))).toBe('not_found')
      await undo(batch, { idempotency: KEY })
      const reused = undo(other, { idempotency: { ...KEY, bodyHash: 'of another batch' } })
      expect(await codeOf(reused)).toBe('key_reused')
      expect(await portal.line(club, 'Neon')).toMatchObject({ allotted: 1 })
    })
  })
})
