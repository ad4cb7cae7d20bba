import { turnedEntry } from '#src/rules/entries.ts'
import type { OrderingStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { Topics } from './topics.ts'

/** Reads and sets the ordering switch. SQLite stores it negated, in the column `ordering_disabled`. */
export function openSwitch({ prepare }: Connection) {
  const read = prepare<{ disabled: number; rev: number }, []>(
    'SELECT ordering_disabled AS disabled, ordering_rev AS rev FROM portal WHERE id = 1',
  )
  const set = prepare('UPDATE portal SET ordering_disabled = ? WHERE id = 1')
  return {
    read() {
      const row = read.get()
      return { isOpen: row?.disabled === 0, rev: row?.rev ?? 0 }
    },
    /** Belongs in a write. */
    set(isOpen: boolean): void {
      set.run(isOpen ? 0 : 1)
    },
  }
}

export type Switch = ReturnType<typeof openSwitch>

/** The area `ordering`. */
export function openOrdering(
  { read, write }: Connection,
  epoch: string,
  { topics, ordering, entries }: { topics: Topics; ordering: Switch; entries: Entries },
): OrderingStore {
  return {
    async read() {
      const { isOpen, rev } = read(ordering.read)
      return { epoch, rev, rows: { isOpen } }
    },
    set: (isOpen, actorId, now) =>
      write(() => {
        const value = { isOpen }
        if (ordering.read().isOpen === isOpen) return { value, moved: [] }
        ordering.set(isOpen)
        const batch = entries.add({ by: actorId, at: now, entries: [turnedEntry(isOpen)] })
        return { value, moved: [topics.move('ordering')], ...(batch && { batch }) }
      }),
  }
}
