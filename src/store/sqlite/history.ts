import { isRole } from '#src/contract/statuses.ts'
import type { Author, HistoryStore, ListedEntry } from '../port.ts'
import type { Connection } from './connection.ts'
import { type EntrySearch, NEWEST } from './entry-search.ts'

/** More entries than one call can change. */
const LARGEST_BATCH = 0xffff

/** The area `history`, but for `undo`. */
export function openHistory(
  { prepare, snapshot, read }: Connection,
  search: EntrySearch,
): Omit<HistoryStore, 'undo'> {
  const { find } = search
  const people = prepare<Author, []>(
    `SELECT id, club_name AS name, email, access FROM accounts
     WHERE id IN (SELECT DISTINCT actor FROM batches) ORDER BY name, id`,
  )
  const remarks = prepare<{ text: string }, [number, number]>(
    `SELECT text FROM (
       SELECT e.seq, CASE e.kind WHEN 'line_decided' THEN json_extract(e.changes, '$.remarks[1]')
         WHEN 'item_noted' THEN json_extract(e.changes, '$.itemRemark[1]') ELSE e.reason END AS text
       FROM entries e JOIN batches b ON b.seq = e.batch
       WHERE b.at >= ?1 AND (e.kind = 'line_deleted'
         OR e.kind IN ('line_decided', 'item_noted') AND b.undoes IS NULL AND instr(e.changes, 'emark'))
     ) WHERE text <> '' GROUP BY text ORDER BY count(*) DESC, max(seq) DESC LIMIT ?2`,
  )
  const batchId = prepare<{ id: string }, [number]>('SELECT id FROM batches WHERE seq = ?')
  return {
    async list({ filter, before, limit }) {
      return snapshot(() => {
        const found = find(filter, search.startOf(before), limit)
        const last = found.at(-1)
        if (!last) return { entries: [], next: null }
        // The rest of the batch under way.
        const seqs = new Set(found.map(({ seq }) => seq))
        for (const { seq } of find(
          { ...filter, batch: batchId.get(last.batch)?.id ?? '' },
          last.seq,
          LARGEST_BATCH,
        ))
          seqs.add(seq)
        const entries = search.read(seqs)
        const hasMore = find(filter, last.batch, 1).length > 0
        return { entries, next: hasMore ? (entries.at(-1)?.id ?? null) : null }
      })
    },
    async listPeople() {
      return read(() =>
        people
          .all()
          .flatMap(({ access, ...person }) => (isRole(access) ? [{ ...person, access }] : [])),
      )
    },
    async listTurns({ from, to }) {
      return snapshot(() => {
        const turns: ListedEntry[] = []
        const filter = { kinds: ['ordering_turned'] } as const
        // Turns are few: all of them are read, newest first, until one is older than `from`.
        for (const { seq } of find(filter, NEWEST, NEWEST)) {
          const [turn] = search.read([seq])
          if (!turn) continue
          if (turn.at < to) turns.unshift(turn)
          if (turn.at < from) break
        }
        return turns
      })
    },
    async listRemarks(since, limit) {
      return read(() => remarks.all(since, limit).map(({ text }) => text))
    },
  }
}
