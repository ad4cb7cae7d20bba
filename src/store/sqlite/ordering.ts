import { type Maker, orderingEntries, screenEntry, turnedEntry } from '#src/rules/entries.ts'
import {
  dueTimes,
  type Ordering,
  orderingAt,
  type PresentOrdering,
  pressed,
  replacedWindow,
} from '#src/rules/window.ts'
import type { OrderingStore, Written } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import { columnsOf, ORDERING_TABLE, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

type Row = Omit<Ordering, 'isOpen' | 'decisionsHeld'> & {
  isOpen: number
  decisionsHeld: number
  rev: number
  editionId: string
  editionName: string
}

/** Reads and sets the switches, and the window of ordering. */
export function openSwitch({ prepare }: Connection) {
  const read = prepare<Row, []>(
    `SELECT ${columnsOf(ORDERING_TABLE)}, ordering_rev AS rev, e.id AS editionId, e.name AS editionName
     FROM portal, editions e WHERE portal.id = 1 AND e.ended_at IS NULL`,
  )
  const set = prepare<unknown, Ordering>(`UPDATE portal SET ${setTo(ORDERING_TABLE)} WHERE id = 1`)
  return {
    read(): { ordering: PresentOrdering; rev: number } {
      const row = read.get()
      if (!row) throw new Error('The row of table portal or the current edition is missing.')
      const { isOpen, decisionsHeld, rev, editionId, editionName, ...ordering } = row
      const edition = { _id: editionId, name: editionName }
      const switches = { isOpen: isOpen !== 0, decisionsHeld: decisionsHeld !== 0 }
      return { ordering: { ...ordering, ...switches, edition }, rev }
    },
    /** Belongs in a write. */
    set: ({ edition: _edition, ...ordering }: PresentOrdering): void => void set.run(ordering),
  }
}

/**
 * Writes the turns of the clock that are due, and then what `decide` makes of ordering. Answers that, and the batch of what `decide` changed.
 * Belongs in a write.
 */
export function changeOrdering(
  { ordering, entries }: Pick<Parts, 'ordering' | 'entries'>,
  { by, now }: { by: Maker; now: number },
  decide: (before: PresentOrdering) => PresentOrdering,
): { value: PresentOrdering; batch: string | undefined; isChanged: boolean } {
  const stored = ordering.read().ordering
  const due = dueTimes(stored, now)
  const before = orderingAt(stored, now)
  const value = decide(before)
  for (const { isOpen } of due) entries.add({ by: null, at: now, entries: [turnedEntry(isOpen)] })
  const batch = entries.add({ by, at: now, entries: orderingEntries(before, value) })
  const isChanged = due.length > 0 || batch !== undefined
  if (isChanged) ordering.set(value)
  return { value, batch, isChanged }
}

/** The area `ordering`. */
export function openOrdering({ prepare, read, write }: Connection, parts: Parts): OrderingStore {
  const { topics, ordering, entries, announcing } = parts
  const change = (
    by: Maker,
    now: number,
    decide: (before: PresentOrdering) => PresentOrdering,
  ): Promise<Written<PresentOrdering>> =>
    write(() => {
      const { value, batch, isChanged } = changeOrdering(parts, { by, now }, decide)
      return { value, moved: isChanged ? [topics.move('ordering')] : [], batch }
    })

  const keyHash = prepare<{ hash: string | null }, []>(
    'SELECT pickup_key_hash AS hash FROM portal WHERE id = 1',
  )
  const setKeyHash = prepare('UPDATE portal SET pickup_key_hash = ? WHERE id = 1')

  return {
    read: () =>
      read(() => {
        const { ordering: rows, rev } = ordering.read()
        return { rev, rows }
      }),
    turnByClock: (now) => change(null, now, (before) => before),
    set: (isOpen, actorId, now) =>
      change(actorId, now, (before) =>
        before.isOpen === isOpen ? before : pressed(before, isOpen, now),
      ),
    hold: (decisionsHeld, actorId, now) =>
      write(() => {
        const value = { decisionsHeld }
        const before = ordering.read().ordering
        if (before.decisionsHeld === decisionsHeld) return { value, moved: [] }
        const after = { ...before, decisionsHeld }
        ordering.set(after)
        const announced = decisionsHeld ? [] : announcing.takeAhead()
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: [...orderingEntries(before, after), ...announced.map(({ entry }) => entry)],
        })
        const moved = [topics.move('ordering'), ...announcing.move(announced)]
        return { value, moved, batch }
      }),
    setPickup: (pickup, actorId, now) => change(actorId, now, (before) => ({ ...before, pickup })),
    setPickupKey: (hash, actorId, now) =>
      write(() => {
        const had = typeof keyHash.get()?.hash === 'string'
        if (!had && hash === null) return { batch: undefined }
        setKeyHash.run(hash)
        const made = [screenEntry(had, hash !== null)]
        return { batch: entries.add({ by: actorId, at: now, entries: made }) }
      }),
    isPickupKey: (hash) =>
      read(() => {
        const stored = keyHash.get()?.hash ?? null
        return stored !== null && hasHash([hash], stored)
      }),
    setWindow: (window, actorId, now, seen) =>
      change(actorId, now, (before) => replacedWindow(before, window, { now, seen })),
  }
}
