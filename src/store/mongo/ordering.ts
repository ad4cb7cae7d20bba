import type { ClientSession } from 'mongodb'
import { pick } from '#src/contract/pick.ts'
import { type Maker, orderingEntries, screenEntry, turnedEntry } from '#src/rules/entries.ts'
import {
  dueTimes,
  orderingAt,
  type PresentOrdering,
  pressed,
  replacedWindow,
} from '#src/rules/window.ts'
import type { OrderingStore, Written } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import type { Connection } from './connection.ts'
import type { EditionDoc, OrderingDoc } from './documents.ts'
import type { Parts } from './parts.ts'

/** Reads and sets the switches, and the window of ordering. */
export function openSwitches({ carts, editions, ordering, settled }: Connection) {
  return {
    /**
     * Makes every order and every decision of this moment start again. Belongs in a transaction, before its other writes: of two transactions
     * that write a cart the later one is aborted, and a club may order all the time.
     */
    lock: (session: ClientSession) => carts.updateMany({}, { $inc: { switches: 1 } }, { session }),
    /** A write that reads them must change a cart: then it conflicts with `lock`. */
    async read(session?: ClientSession): Promise<{ ordering: PresentOrdering; rev: number }> {
      const current = {
        from: editions.collectionName,
        pipeline: [{ $match: { endedBatch: null } }],
        as: 'editions',
      }
      const [found] = await (session ? ordering : settled.ordering)
        .aggregate<OrderingDoc & { editions: EditionDoc[] }>(
          [{ $match: { _id: 'ordering' } }, { $lookup: current }],
          session ? { session } : {},
        )
        .toArray()
      const edition = found?.editions[0]
      if (!edition) throw new Error('The switches or the current edition are missing.')
      const { _id, rev, clubs: _, pickupKeyHash: _key, editions: _editions, ...switches } = found
      return { ordering: { ...switches, edition: pick(edition, ['_id', 'name']) }, rev }
    },
    /** Belongs in a transaction that changes every cart, as `lock` does. */
    async write(
      { edition: _edition, ...value }: PresentOrdering,
      session: ClientSession,
    ): Promise<void> {
      const update = { $set: value, $inc: { rev: 1 } }
      await ordering.updateOne({ _id: 'ordering' }, update, { session })
    },
  }
}

/**
 * Writes the turns of the clock that are due, and then what `decide` makes of ordering. Answers that, and the batch of what `decide` changed.
 * Belongs in a transaction.
 */
export async function changeOrdering(
  { switches, entries }: Pick<Parts, 'switches' | 'entries'>,
  { by, now }: { by: Maker; now: number },
  decide: (before: PresentOrdering) => PresentOrdering,
  session: ClientSession,
): Promise<{ value: PresentOrdering; batch: string | undefined; isChanged: boolean }> {
  const stored = (await switches.read(session)).ordering
  const due = dueTimes(stored, now)
  const before = orderingAt(stored, now)
  const value = decide(before)
  const made = orderingEntries(before, value)
  if (due.length === 0 && made.length === 0) return { value, batch: undefined, isChanged: false }
  await switches.lock(session)
  for (const { isOpen } of due)
    await entries.add({ by: null, at: now, entries: [turnedEntry(isOpen)] }, session)
  const batch = await entries.add({ by, at: now, entries: made }, session)
  await switches.write(value, session)
  return { value, batch, isChanged: true }
}

/** The area `ordering`. */
export function openOrdering({ ordering, run, settled }: Connection, parts: Parts): OrderingStore {
  const { switches, entries, topics, announcing } = parts
  const change = (
    by: Maker,
    now: number,
    decide: (before: PresentOrdering) => PresentOrdering,
  ): Promise<Written<PresentOrdering>> =>
    topics.write(async (session) => {
      const { value, batch, isChanged } = await changeOrdering(parts, { by, now }, decide, session)
      return { value, batch, topics: isChanged ? ['ordering'] : [] }
    })

  return {
    read: () =>
      run(async () => {
        const { ordering: rows, rev } = await switches.read()
        return { rev, rows }
      }),
    turnByClock: (now) => change(null, now, (before) => before),
    set: (isOpen, actorId, now) =>
      change(actorId, now, (before) =>
        before.isOpen === isOpen ? before : pressed(before, isOpen, now),
      ),
    hold: (decisionsHeld, actorId, now) =>
      topics.write(async (session) => {
        const value = { decisionsHeld }
        const before = (await switches.read(session)).ordering
        if (before.decisionsHeld === decisionsHeld) return { value }
        await switches.lock(session)
        const ahead = decisionsHeld ? [] : await announcing.findAhead(session)
        const after = { ...before, decisionsHeld }
        await switches.write(after, session)
        const announced = await announcing.write(ahead, session)
        const added = [...orderingEntries(before, after), ...announced]
        const batch = await entries.add({ by: actorId, at: now, entries: added }, session)
        return { value, batch, topics: ['ordering'], carts: ahead }
      }),
    setPickup: (pickup, actorId, now) => change(actorId, now, (before) => ({ ...before, pickup })),
    async setPickupKey(hash, actorId, now) {
      const { batch } = await topics.write(async (session) => {
        const found = await ordering.findOne({ _id: 'ordering' }, { session })
        const had = typeof found?.pickupKeyHash === 'string'
        if (!had && hash === null) return { value: undefined }
        const update = { $set: { pickupKeyHash: hash } }
        await ordering.updateOne({ _id: 'ordering' }, update, { session })
        const made = [screenEntry(had, hash !== null)]
        const batch = await entries.add({ by: actorId, at: now, entries: made }, session)
        return { value: undefined, batch }
      })
      return { batch }
    },
    isPickupKey: (hash) =>
      run(async () => {
        const found = await settled.ordering.findOne({ _id: 'ordering' })
        return typeof found?.pickupKeyHash === 'string' && hasHash([hash], found.pickupKeyHash)
      }),
    setWindow: (window, actorId, now, seen) =>
      change(actorId, now, (before) => replacedWindow(before, window, { now, seen })),
  }
}
