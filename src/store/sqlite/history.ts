import { isRole } from '#src/contract/statuses.ts'
import type { Changes } from '#src/rules/entries.ts'
import type { HistoryFilter, HistoryStore, ListedEntry } from '../port.ts'
import { batchOf, entryId } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'

type EntryRow = Omit<ListedEntry, 'id' | 'changes' | 'author' | 'undone'> & {
  position: number
  changes: string
  authorName: string | null
  authorAccess: string | null
  undoneAt: number | null
  undoneBy: string | null
  undoneByName: string | null
  undoneByAccess: string | null
  undoneBatch: string | null
}

/** An entry with its batch, the batch that took it back, and the present names. The first entry of a batch has the lowest `seq`. */
const COLUMNS = `e.seq - (SELECT min(seq) FROM entries WHERE batch = b.number) AS position, b.id AS batch, b.at,
  b.actor AS by, b.undoes, e.kind, e.account_id AS accountId, e.line_id AS lineId, e.item_id AS itemId, e.units,
  e.changes, e.reason, p.club_name AS authorName, p.access AS authorAccess,
  (SELECT club_name FROM accounts WHERE id = e.account_id) AS clubName,
  coalesce((SELECT name FROM items WHERE id = e.item_id),
    (SELECT own_name FROM lines WHERE id = e.line_id)) AS itemName,
  (SELECT ordered FROM lines WHERE id = e.line_id) AS ordered,
  u.id AS undoneBatch, u.at AS undoneAt, u.actor AS undoneBy, q.club_name AS undoneByName,
  q.access AS undoneByAccess`
const TABLES = `entries e JOIN batches b ON b.number = e.batch
  LEFT JOIN accounts p ON p.id = b.actor
  LEFT JOIN batches u ON u.undoes = b.id LEFT JOIN accounts q ON q.id = u.actor`

const toAuthor = (id: string | null, name: string | null, access: string | null) =>
  id === null || name === null || access === null ? null : { id, name, access }

function toEntry(row: EntryRow): ListedEntry {
  const { position, changes, authorName, authorAccess, ...entry } = row
  const { undoneAt, undoneBy, undoneByName, undoneByAccess, undoneBatch, ...rest } = entry
  return {
    ...rest,
    id: entryId(row.batch, position),
    changes: JSON.parse(changes) as Changes,
    author: toAuthor(row.by, authorName, authorAccess),
    undone:
      undoneBatch === null || undoneAt === null
        ? null
        : {
            batch: undoneBatch,
            at: undoneAt,
            by: undoneBy,
            author: toAuthor(undoneBy, undoneByName, undoneByAccess),
          },
  }
}

type Condition = { sql: string; values: (string | number)[] }

/** The most selective filter comes first: only the first may use an index, which the `+` of the others prevents. */
function conditionsOf(filter: HistoryFilter): Condition[] {
  const { batch, line, club, item, by, kinds } = filter
  const found: Condition[] = []
  const also = () => (found.length > 0 ? '+' : '')
  if (batch !== undefined)
    found.push({ sql: 'e.batch = (SELECT number FROM batches WHERE id = ?)', values: [batch] })
  if (line !== undefined) {
    const ofClub = `(SELECT account_id FROM carts WHERE id = (SELECT cart_id FROM lines WHERE id = ?))`
    found.push({ sql: `${also()}e.account_id = ${ofClub}`, values: [line] })
    found.push({ sql: 'e.line_id = ?', values: [line] })
  }
  if (club !== undefined) found.push({ sql: `${also()}e.account_id = ?`, values: [club] })
  if (item !== undefined) found.push({ sql: `${also()}e.item_id = ?`, values: [item] })
  if (kinds !== undefined && kinds.length === 1)
    found.push({ sql: `${also()}e.kind = ?`, values: [...kinds] })
  else if (kinds !== undefined)
    found.push({ sql: `+e.kind IN (${kinds.map(() => '?').join()})`, values: [...kinds] })
  if (by === 'clock')
    found.push({ sql: `b.actor IS NULL AND +e.kind = 'ordering_turned'`, values: [] })
  else if (by !== undefined) found.push({ sql: 'b.actor = ?', values: [by] })
  return found
}

/** The area `history`, but for `undo`. */
export function openHistory({ prepare, snapshot, read }: Connection): Omit<HistoryStore, 'undo'> {
  const seqOf = prepare<{ seq: number }, [string, string]>(
    `SELECT (SELECT min(seq) FROM entries WHERE batch = b.number) + ? AS seq FROM batches b WHERE id = ?`,
  )
  const people = prepare<{ id: string; name: string; access: string }, []>(
    `SELECT id, club_name AS name, access FROM accounts
     WHERE EXISTS (SELECT 1 FROM batches WHERE actor = accounts.id) ORDER BY name, id`,
  )
  const turns = prepare<EntryRow, [number, number, number]>(
    `SELECT ${COLUMNS} FROM ${TABLES}
     WHERE e.kind = 'ordering_turned' AND b.at < ?2
       AND (b.at >= ?1 OR e.seq = (SELECT max(seq) FROM entries WHERE kind = 'ordering_turned'
         AND batch IN (SELECT number FROM batches WHERE at < ?3)))
     ORDER BY e.seq`,
  )
  const remarks = prepare<{ text: string }, [number, number]>(
    `SELECT text FROM (
       SELECT json_extract(e.changes, '$.remarks[1]') AS text, e.seq FROM entries e JOIN batches b ON b.number = e.batch
         WHERE e.kind = 'line_decided' AND b.at >= ?1 AND b.undoes IS NULL
       UNION ALL
       SELECT json_extract(e.changes, '$.itemRemark[1]'), e.seq FROM entries e JOIN batches b ON b.number = e.batch
         WHERE e.kind = 'item_noted' AND b.at >= ?1 AND b.undoes IS NULL
       UNION ALL
       SELECT e.reason, e.seq FROM entries e JOIN batches b ON b.number = e.batch
         WHERE e.kind = 'line_deleted' AND b.at >= ?1
     ) WHERE text <> '' GROUP BY text ORDER BY count(*) DESC, max(seq) DESC LIMIT ?2`,
  )
  /** Filters make few different statements; each is prepared once. */
  function openStatements<Row>() {
    const prepared = new Map<string, ReturnType<typeof prepare<Row, (string | number)[]>>>()
    return (sql: string) => {
      const known = prepared.get(sql) ?? prepare<Row, (string | number)[]>(sql)
      prepared.set(sql, known)
      return known
    }
  }
  const statement = openStatements<EntryRow>()
  const batches = openStatements<{ number: number }>()

  /** The `seq` before which a page starts. An unknown id starts at the newest entry. */
  function startOf(before: string | undefined): number {
    if (before === undefined) return Number.MAX_SAFE_INTEGER
    const index = Number.parseInt(before.slice(-4), 16) - 1
    return seqOf.get(String(index), batchOf(before))?.seq ?? Number.MAX_SAFE_INTEGER
  }

  return {
    async list({ filter, before, limit }) {
      return snapshot(() => {
        const conditions = conditionsOf(filter)
        const where = conditions.map(({ sql }) => sql)
        const values = conditions.flatMap((condition) => condition.values)
        const end = batches(
          `SELECT e.batch AS number FROM entries e JOIN batches b ON b.number = e.batch
           WHERE ${[...where, 'e.seq < ?'].join(' AND ')} ORDER BY e.seq DESC LIMIT 1 OFFSET ?`,
        )
        const page = statement(
          `SELECT ${COLUMNS} FROM ${TABLES}
           WHERE ${[...where, 'e.seq < ?', 'e.seq >= (SELECT min(seq) FROM entries WHERE batch = ?)'].join(' AND ')}
           ORDER BY e.seq DESC`,
        )
        const start = startOf(before)
        const last = end.get(...values, start, limit - 1)
        const rows = page.all(...values, start, last?.number ?? 1)
        const entries = rows.map(toEntry)
        const oldest = entries.at(-1)
        const hasMore =
          oldest !== undefined &&
          last !== null &&
          end.get(...values, startOf(oldest.id), 0) !== null
        return { entries, next: hasMore ? oldest.id : null }
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
      return read(() => turns.all(from, to, from).map(toEntry))
    },
    async listRemarks(since, limit) {
      return read(() => remarks.all(since, limit).map(({ text }) => text))
    },
  }
}
