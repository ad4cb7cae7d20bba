import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { clubsToMail, type Said } from '#src/rules/digest.ts'
import { type Changes, TOOL } from '#src/rules/entries.ts'
import { batchIdAfter, checkBatch } from '../shared/entry-ids.ts'
import type { Tables } from '../tables.ts'
import { rowOf } from './columns.ts'
import type { Connection } from './connection.ts'
import { openEntrySearch } from './entry-search.ts'
import { toJson } from './lines.ts'

/** The history. */
export function openEntries(connection: Connection): Tables['entries'] {
  const { prepare } = connection
  const latest = prepare<{ seq: number; id: string }, []>(
    'SELECT seq, id FROM batches ORDER BY seq DESC LIMIT 1',
  )
  const insertBatch = prepare(
    'INSERT INTO batches (seq, id, at, by, asClub, undoes) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insert = prepare(`INSERT INTO ${rowOf(prepare, 'entries')}`)
  const clubOf = prepare<{ clubId: ClubId | null }, [string]>(
    'SELECT clubId FROM accounts WHERE id = ?',
  )
  const setChanged = prepare(
    `UPDATE carts SET changedAt = ?1, changedBatch = coalesce(changedBatch, ?3)
     WHERE clubId = ?2 AND (changedAt IS NULL OR changedAt > ?1)`,
  )
  const undone = prepare('SELECT 1 FROM batches WHERE undoes = ?')
  const makers = prepare<{ by: PersonId }, [string]>(
    'SELECT DISTINCT by FROM batches WHERE by IS NOT NULL AND by <> ?',
  )
  const said = prepare<
    Omit<Said, 'changes'> & { clubId: ClubId; changes: string },
    [ClubId, string | null]
  >(
    `SELECT clubId, kind, lineId, reason, changes, undoes FROM entries JOIN batches ON seq = batch
     WHERE clubId = ? AND batch >= (SELECT seq FROM batches WHERE id = ?)
       AND (kind IN ('announced', 'handed_over') OR kind = 'line_decided' AND told IS NOT '{}')
       AND (reason <> '' OR undoes IS NOT NULL OR kind = 'announced')
     ORDER BY batch, place`,
  )
  return {
    ...openEntrySearch(connection),
    add({ by, at, entries, undoes }) {
      if (entries.length === 0) return undefined
      checkBatch(entries)
      const last = latest.get()
      const batch = (last?.seq ?? 0) + 1
      const id = batchIdAfter(last?.id)
      const asClub = by === null ? null : (clubOf.get(by)?.clubId ?? null)
      insertBatch.run(batch, id, at, by, asClub, undoes ?? null)
      for (const [place, entry] of entries.entries())
        insert.run({
          ...entry,
          batch,
          place,
          // The line knows its item.
          itemId: entry.lineId === null ? entry.itemId : null,
          changes: JSON.stringify(entry.changes),
          told: toJson(entry.told),
        })
      for (const [club, changedAt] of clubsToMail(asClub, at, entries))
        setChanged.run(changedAt, club, id)
      return id
    },
    isUndone: (batch) => undone.get(batch) !== null,
    makers: () => makers.all(TOOL).map(({ by }) => by),
    said: (to) =>
      to.flatMap(({ clubId, changedBatch }) =>
        said
          .all(clubId, changedBatch)
          .map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) as Changes })),
      ),
  }
}
