import { heldEntry, turnedEntry } from '#src/rules/entries.ts'
import type { OrderingStore } from '../port.ts'
import type { Announcing } from './announcing.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { Topics } from './topics.ts'

/** Reads and sets the switches. SQLite stores that of ordering negated, in the column `ordering_disabled`. */
export function openSwitch({ prepare }: Connection) {
  const read = prepare<{ disabled: number; held: number; rev: number }, []>(
    'SELECT ordering_disabled AS disabled, decisions_held AS held, ordering_rev AS rev FROM portal WHERE id = 1',
  )
  const hold = prepare('UPDATE portal SET decisions_held = ? WHERE id = 1')
  const set = prepare('UPDATE portal SET ordering_disabled = ? WHERE id = 1')
  return {
    read() {
      const row = read.get()
      return { isOpen: row?.disabled === 0, decisionsHeld: row?.held === 1, rev: row?.rev ?? 0 }
    },
    /** Belongs in a write. */
    set(isOpen: boolean): void {
      set.run(isOpen ? 0 : 1)
    },
    /** Belongs in a write. */
    hold(decisionsHeld: boolean): void {
      hold.run(decisionsHeld ? 1 : 0)
    },
  }
}

export type Switch = ReturnType<typeof openSwitch>

/** The area `ordering`. */
export function openOrdering(
  { read, write }: Connection,
  epoch: string,
  {
    topics,
    ordering,
    entries,
    announcing,
  }: { topics: Topics; ordering: Switch; entries: Entries; announcing: Announcing },
): OrderingStore {
  return {
    async read() {
      const { rev, ...rows } = read(ordering.read)
      return { epoch, rev, rows }
    },
    set: (isOpen, actorId, now) =>
      write(() => {
        const value = { isOpen }
        if (ordering.read().isOpen === isOpen) return { value, moved: [] }
        ordering.set(isOpen)
        const batch = entries.add({ by: actorId, at: now, entries: [turnedEntry(isOpen)] })
        return { value, moved: [topics.move('ordering')], ...(batch && { batch }) }
      }),
    hold: (decisionsHeld, actorId, now) =>
      write(() => {
        const value = { decisionsHeld }
        if (ordering.read().decisionsHeld === decisionsHeld) return { value, moved: [] }
        ordering.hold(decisionsHeld)
        const announced = decisionsHeld ? [] : announcing.takeAhead()
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: [heldEntry(decisionsHeld), ...announced.map(({ entry }) => entry)],
        })
        const moved = [topics.move('ordering'), ...announcing.move(announced)]
        return { value, moved, ...(batch && { batch }) }
      }),
  }
}
