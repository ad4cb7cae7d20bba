import type { ClientSession } from 'mongodb'
import {
  heldEntry,
  type Maker,
  orderingEntries,
  screenEntry,
  turnedEntry,
} from '#src/rules/entries.ts'
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
import type { FollowedDoc } from './documents.ts'
import type { Parts } from './parts.ts'

/** Reads and sets the switches, and the window of ordering. */
export function openSwitches({ carts, ordering, settled }: Connection) {
  return {
    /**
     * Makes every order and every decision of this moment start again. Belongs in a transaction, before its other writes: of two transactions
     * that write a cart the later one is aborted, and a club may order all the time.
     */
    lock: (session: ClientSession) => carts.updateMany({}, { $inc: { switches: 1 } }, { session }),
    /** A write that reads them must change a cart: then it conflicts with `lock`. */
    async read(
      session?: ClientSession,
    ): Promise<FollowedDoc & { ordering: PresentOrdering; rev: number }> {
      const from = session ? ordering : settled.ordering
      const found = await from.findOne({ _id: 'ordering' }, session ? { session } : {})
      if (!found) throw new Error('The document of the switches is missing.')
      const { _id, rev, clubs: _, pickupKeyHash: _key, batch, edition, ...switches } = found
      const current = { _id: edition._id, name: edition.name }
      return {
        ordering: { ...switches, edition: current },
        rev,
        ...(batch !== undefined && { batch }),
      }
    },
    /** Belongs in a transaction that changes every cart, as `lock` does. */
    async write(
      { edition: _edition, ...value }: PresentOrdering,
      batch: string,
      session: ClientSession,
    ): Promise<void> {
      const update = { $set: { ...value, batch }, $inc: { rev: 1 } }
      await ordering.updateOne({ _id: 'ordering' }, update, { session })
    },
  }
}

export type Switches = ReturnType<typeof openSwitches>

/** The area `ordering`. */
export function openOrdering(
  { ordering, run, settled }: Connection,
  { switches, entries, topics, announcing }: Parts,
): OrderingStore {
  /** Writes the turns of the clock that are due, and then what `decide` makes of the switch. */
  const change = (
    by: Maker,
    now: number,
    decide: (before: PresentOrdering) => PresentOrdering,
  ): Promise<Written<PresentOrdering>> =>
    topics.write(async (session) => {
      const stored = await switches.read(session)
      const before = orderingAt(stored.ordering, now)
      const value = decide(before)
      const made = orderingEntries(before, value)
      const turns = dueTimes(stored.ordering, now).map(({ isOpen }) => ({
        by: null,
        entries: [turnedEntry(isOpen)],
      }))
      const changes = [...turns, { by, entries: made }].filter((each) => each.entries.length > 0)
      if (changes.length === 0) return { value }
      await switches.lock(session)
      let batch = ''
      for (const each of changes) {
        batch = entries.nextBatch([stored])
        await entries.add(batch, { ...each, at: now }, session)
      }
      await switches.write(value, batch, session)
      return { value, topics: ['ordering'], ...(made.length > 0 && { batch }) }
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
        const stored = await switches.read(session)
        if (stored.ordering.decisionsHeld === decisionsHeld) return { value }
        await switches.lock(session)
        const ahead = decisionsHeld ? [] : await announcing.findAhead(session)
        const batch = entries.nextBatch([stored, ...ahead.flatMap((cart) => [cart, ...cart.lines])])
        await switches.write({ ...stored.ordering, decisionsHeld }, batch, session)
        const announced = await announcing.write(ahead, batch, session)
        const added = [heldEntry(decisionsHeld), ...announced]
        await entries.add(batch, { by: actorId, at: now, entries: added }, session)
        return { value, batch, topics: ['ordering'], carts: ahead }
      }),
    setPickup: (pickup, actorId, now) => change(actorId, now, (before) => ({ ...before, pickup })),
    async setPickupKey(hash, actorId, now) {
      const { batch } = await topics.write(async (session) => {
        const found = await ordering.findOne({ _id: 'ordering' }, { session })
        const had = typeof found?.pickupKeyHash === 'string'
        if (!had && hash === null) return { value: undefined }
        const made = entries.nextBatch([found])
        const update = { $set: { pickupKeyHash: hash, batch: made } }
        await ordering.updateOne({ _id: 'ordering' }, update, { session })
        const added = { by: actorId, at: now, entries: [screenEntry(had, hash !== null)] }
        return { value: undefined, batch: await entries.add(made, added, session) }
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
