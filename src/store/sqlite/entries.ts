import type { ClubId } from '#src/contract/ids.ts'
import { clubsToMail } from '#src/rules/digest.ts'
import type { Maker, NewEntry } from '#src/rules/entries.ts'
import { batchIdAfter, checkBatch } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'

/** The author, the time and the entries of one call; `undoes` is the batch that it takes back. */
type NewBatch = { by: Maker; at: number; entries: readonly NewEntry[]; undoes?: string }

/** Adds entries to the history, and notes for which clubs they are news. Belongs in the write that makes the changes. */
export function openEntries({ prepare }: Connection) {
  const latest = prepare<{ seq: number; id: string }, []>(
    'SELECT seq, id FROM batches ORDER BY seq DESC LIMIT 1',
  )
  const insertBatch = prepare(
    'INSERT INTO batches (seq, id, at, actor, actor_club, undoes) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insert = prepare(
    `INSERT INTO entries (batch, place, kind, club_id, person_id, line_id, item_id, units, changes, told, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const clubOf = prepare<{ clubId: ClubId | null }, [string]>(
    'SELECT club_id AS clubId FROM accounts WHERE id = ?',
  )
  const setChanged = prepare(
    `UPDATE carts SET changed_at = ?1, changed_batch = coalesce(changed_batch, ?3)
     WHERE club_id = ?2 AND (changed_at IS NULL OR changed_at > ?1)`,
  )
  return {
    /** Answers the new batch's id, or `undefined` if there are no entries. */
    add({ by, at, entries, undoes }: NewBatch): string | undefined {
      if (entries.length === 0) return undefined
      checkBatch(entries)
      const last = latest.get()
      const batch = (last?.seq ?? 0) + 1
      const id = batchIdAfter(last?.id)
      const asClub = by === null ? null : (clubOf.get(by)?.clubId ?? null)
      insertBatch.run(batch, id, at, by, asClub, undoes ?? null)
      for (const [place, entry] of entries.entries()) {
        const { kind, clubId, personId, lineId, units, reason } = entry
        // The line knows its item.
        const itemId = lineId === null ? entry.itemId : null
        const changes = JSON.stringify(entry.changes)
        const told = entry.told && JSON.stringify(entry.told)
        const of = [clubId, personId, lineId, itemId] as const
        insert.run(batch, place, kind, ...of, units, changes, told, reason)
      }
      for (const [club, changedAt] of clubsToMail({ asClub, at, entries }))
        setChanged.run(changedAt, club, id)
      return id
    },
  }
}

export type Entries = ReturnType<typeof openEntries>
