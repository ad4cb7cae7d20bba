import { isRole } from '#src/contract/statuses.ts'
import type { Author, HistoryStore, ListedEntry } from '../port.ts'
import { numberedAnew } from '../shared/entry-ids.ts'
import { MOST_COMPLETED, MOST_REMARKED, MOST_TURNS, REMARKED } from '../shared/history-limits.ts'
import type { Connection } from './connection.ts'
import { type EntrySearch, NEWEST } from './entry-search.ts'

/** The area `history`, but for `undo`. */
export function openHistory(
  { prepare, snapshot, read }: Connection,
  search: EntrySearch,
): Omit<HistoryStore, 'undo'> {
  const { find } = search
  const people = prepare<Author, []>(
    `SELECT id, club_name AS name, email, access FROM accounts
     WHERE EXISTS (SELECT 1 FROM batches WHERE actor = accounts.id) ORDER BY name, id`,
  )
  const remarks = prepare<{ text: string }, [string, number, number]>(
    `SELECT text FROM (
       SELECT e.seq, CASE e.kind WHEN 'line_decided' THEN json_extract(e.changes, '$.remarks[1]')
         WHEN 'item_noted' THEN json_extract(e.changes, '$.itemRemark[1]') ELSE e.reason END AS text
       FROM entries e JOIN batches b ON b.seq = e.batch
       WHERE e.seq IN (SELECT value FROM json_each(?1)) AND b.at >= ?2
         AND (e.kind = 'line_deleted' OR b.undoes IS NULL AND instr(e.changes, 'emark'))
     ) WHERE text <> '' GROUP BY text ORDER BY count(*) DESC, max(seq) DESC LIMIT ?3`,
  )
  const newestTurns = prepare<{ seq: number }, [number]>(
    `SELECT seq FROM entries WHERE kind = 'ordering_turned' ORDER BY seq DESC LIMIT ?`,
  )
  const clubOfLine = prepare<{ id: string }, [string]>(
    'SELECT account_id AS id FROM carts WHERE id = (SELECT cart_id FROM lines WHERE id = ?)',
  )
  const batchId = prepare<{ id: string }, [number]>('SELECT id FROM batches WHERE seq = ?')
  return {
    async list({ filter, before, limit }) {
      return snapshot(() => {
        const { readableBy, line } = filter
        const isOfClub = readableBy !== undefined
        // To look for a line of somebody else would cost as much as that line has entries.
        if (isOfClub && line !== undefined && clubOfLine.get(line)?.id !== readableBy)
          return { entries: [], next: null }
        const { found, end } = find(filter, search.startOf(before, isOfClub), limit)
        const last = found.at(-1)
        // What matches before `end`, the next page finds.
        if (!last) return { entries: [], next: end === 0 ? null : search.idBefore(end, isOfClub) }
        // The rest of the batch under way.
        const seqs = new Set(found.map(({ seq }) => seq))
        const batch = batchId.get(last.batch)?.id ?? ''
        const rest = find({ ...filter, batch }, last.seq, MOST_COMPLETED).found
        for (const { seq } of rest) seqs.add(seq)
        const entries = isOfClub ? numberedAnew(search.read(seqs)) : search.read(seqs)
        const isCut = rest.length === MOST_COMPLETED
        const older = find(filter, last.batch, 1)
        const hasMore = isCut || older.found.length > 0 || older.end > 0
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
        // Newest first, until one is older than `from`.
        for (const { seq } of newestTurns.all(MOST_TURNS)) {
          const [turn] = search.read([seq])
          if (!turn) continue
          if (turn.at < to) turns.unshift(turn)
          if (turn.at < from) break
        }
        return turns
      })
    },
    async listRemarks(since, limit) {
      return snapshot(() => {
        const { found } = find({ kinds: REMARKED }, NEWEST, MOST_REMARKED)
        const seqs = JSON.stringify(found.map(({ seq }) => seq))
        return remarks.all(seqs, since, limit).map(({ text }) => text)
      })
    },
  }
}
