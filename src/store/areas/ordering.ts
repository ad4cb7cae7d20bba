import { type Maker, orderingEntries, screenEntry, turnedEntry } from '#src/rules/entries.ts'
import {
  dueTimes,
  orderingAt,
  type PresentOrdering,
  pressed,
  replacedWindow,
} from '#src/rules/window.ts'
import type { OrderingStore } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import type { Database, Done, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { announceAhead } from './announcing.ts'

type Decide = (before: PresentOrdering) => PresentOrdering

/** Writes the turns of the clock that are due, and then what `decide` makes of ordering. Answers that, and the batch of what it changed. */
export function* changeOrdering(
  { ordering, entries }: Tables,
  by: Maker,
  now: number,
  decide: Decide,
): Work<Done<PresentOrdering>> {
  const { ordering: stored } = yield* ask(ordering.read())
  const due = dueTimes(stored, now)
  const before = orderingAt(stored, now)
  const value = decide(before)
  const made = orderingEntries(before, value)
  if (due.length === 0 && made.length === 0) return { value }
  yield* ask(ordering.lock())
  for (const { isOpen } of due)
    yield* ask(entries.add({ by: null, at: now, entries: [turnedEntry(isOpen)] }))
  const batch = yield* ask(entries.add({ by, at: now, entries: made }))
  yield* ask(ordering.write(value))
  return { value, batch }
}

/** The area `ordering`. */
export function openOrdering({ read, write }: Database): OrderingStore {
  const change = (by: Maker, now: number, decide: Decide) =>
    write((tables) => changeOrdering(tables, by, now, decide))

  return {
    read: () =>
      read(function* (tables) {
        const { ordering: rows, rev } = yield* ask(tables.ordering.read())
        return { rev, rows }
      }),
    turnByClock: (now) => change(null, now, (before) => before),
    set: (isOpen, actorId, now) =>
      change(actorId, now, (before) =>
        before.isOpen === isOpen ? before : pressed(before, isOpen, now),
      ),
    setPickup: (pickup, actorId, now) => change(actorId, now, (before) => ({ ...before, pickup })),
    setWindow: (window, actorId, now, seen) =>
      change(actorId, now, (before) => replacedWindow(before, window, { now, seen })),
    hold: (decisionsHeld, actorId, now) =>
      write(function* (tables) {
        const { ordering, entries } = tables
        const value = { decisionsHeld }
        const { ordering: before } = yield* ask(ordering.read())
        if (before.decisionsHeld === decisionsHeld) return { value }
        yield* ask(ordering.lock())
        const after = { ...before, decisionsHeld }
        yield* ask(ordering.write(after))
        const announced = decisionsHeld ? [] : (yield* announceAhead(tables)).entries
        const made = [...orderingEntries(before, after), ...announced]
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: made }))
        return { value, batch }
      }),
    async setPickupKey(hash, actorId, now) {
      const { batch } = await write(function* ({ ordering, entries }) {
        const had = (yield* ask(ordering.keyHash())) !== null
        if (!had && hash === null) return { value: undefined }
        yield* ask(ordering.setKeyHash(hash))
        const made = [screenEntry(had, hash !== null)]
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: made }))
        return { value: undefined, batch }
      })
      return { batch }
    },
    isPickupKey: (hash) =>
      read(function* ({ ordering }) {
        const stored = yield* ask(ordering.keyHash())
        return stored !== null && hasHash([hash], stored)
      }),
  }
}
