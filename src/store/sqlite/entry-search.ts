import type { Changes } from '#src/rules/entries.ts'
import type { Author, HistoryFilter, ListedEntry } from '../port.ts'
import { batchOf, entryId, lastEntryId } from '../shared/entry-ids.ts'
import { MOST_LOOKED_AT } from '../shared/history-limits.ts'
import type { Connection } from './connection.ts'
import { openEntryIndex } from './entry-index.ts'

export const NEWEST = Number.MAX_SAFE_INTEGER

type EntryRow = Omit<ListedEntry, 'id' | 'changes' | 'told' | 'author' | 'undone'> & {
  position: number
  changes: string
  told: string | null
  authorName: string | null
  authorEmail: string | null
  authorAccess: string | null
  undoneAt: number | null
  undoneBy: string | null
  undoneByName: string | null
  undoneByEmail: string | null
  undoneByAccess: string | null
  undoneBatch: string | null
  /** The first `seq` of that batch. */
  undoneFrom: number | null
  /** Whether its entry at the same place is of the same row. In an undo that left rows out, later rows stand at earlier places. */
  isInPlace: number
  /** What the club of the line reads of that entry. */
  undoneTold: string | null
}

/** The entry of a line has its club and item from the line. */
const ENTRIES = `entries e JOIN batches b ON b.seq = e.batch
  LEFT JOIN lines l ON l.id = e.line_id LEFT JOIN carts c ON c.id = l.cart_id`
const CLUB = 'coalesce(e.account_id, c.account_id)'
const ITEM = 'coalesce(e.item_id, l.item_id)'

/** An entry with its batch, the batch that took it back, and the present names. */
const COLUMNS = `e.seq - b.seq AS position, b.id AS batch, b.at, b.actor AS by, b.undoes, e.kind,
  ${CLUB} AS accountId, e.line_id AS lineId, ${ITEM} AS itemId, e.units, e.changes, e.told, e.reason,
  p.club_name AS authorName, p.email AS authorEmail, p.access AS authorAccess,
  a.club_name AS clubName, a.email AS clubEmail,
  coalesce(l.own_name, (SELECT name FROM items WHERE id = ${ITEM})) AS itemName,
  l.ordered_quantity AS ordered,
  u.id AS undoneBatch, u.seq AS undoneFrom, u.at AS undoneAt, u.actor AS undoneBy, q.club_name AS undoneByName, q.email AS undoneByEmail,
  q.access AS undoneByAccess, x.told AS undoneTold,
  x.line_id IS e.line_id AND x.item_id IS e.item_id AS isInPlace`
const TABLES = `${ENTRIES}
  LEFT JOIN accounts a ON a.id = ${CLUB} LEFT JOIN accounts p ON p.id = b.actor
  LEFT JOIN batches u ON u.undoes = b.id LEFT JOIN accounts q ON q.id = u.actor
  LEFT JOIN entries x ON x.seq = u.seq + e.seq - b.seq AND x.batch = u.seq`

/** An account's name, address and role; all of them or none are there. */
function toAuthor(id: string | null, ...details: (string | null)[]): Author | null {
  const [name, email, access] = details
  return id === null || name == null || email == null || access == null
    ? null
    : { id, name, email, access }
}

function toEntry(row: EntryRow): ListedEntry {
  const { position, changes, told, authorName, authorEmail, authorAccess, ...entry } = row
  const { undoneFrom: _, isInPlace: __, undoneTold, ...taken } = entry
  const { undoneAt, undoneBy, undoneByName, undoneByEmail, undoneByAccess, undoneBatch, ...rest } =
    taken
  return {
    ...rest,
    id: entryId(row.batch, position),
    changes: JSON.parse(changes) as Changes,
    told: told === null ? null : (JSON.parse(told) as Changes),
    author: toAuthor(row.by, authorName, authorEmail, authorAccess),
    undone:
      undoneBatch === null || undoneAt === null
        ? null
        : {
            batch: undoneBatch,
            at: undoneAt,
            by: undoneBy,
            author: toAuthor(undoneBy, undoneByName, undoneByEmail, undoneByAccess),
            isHidden: undoneTold === '{}' && row.kind === 'line_decided',
          },
  }
}

type Condition = { sql: string; values: (string | number)[] }

function conditionsOf(filter: HistoryFilter): Condition[] {
  const { club, item, line, kinds, by, batch, readableBy } = filter
  const found: Condition[] = []
  if (club !== undefined) found.push({ sql: `${CLUB} = ?`, values: [club] })
  if (item !== undefined) found.push({ sql: `${ITEM} = ?`, values: [item] })
  if (line !== undefined) found.push({ sql: 'e.line_id = ?', values: [line] })
  if (kinds !== undefined)
    found.push({ sql: `e.kind IN (${kinds.map(() => '?').join()})`, values: [...kinds] })
  if (by === 'clock')
    found.push({ sql: `b.actor IS NULL AND e.kind = 'ordering_turned'`, values: [] })
  else if (by !== undefined) found.push({ sql: 'b.actor = ?', values: [by] })
  if (batch !== undefined)
    found.push({ sql: 'e.batch = (SELECT seq FROM batches WHERE id = ?)', values: [batch] })
  if (readableBy !== undefined)
    found.push({
      sql: `(${CLUB} = ? AND e.line_id IS NOT NULL AND NOT (e.kind = 'line_decided' AND e.told IS '{}') OR e.kind = 'ordering_turned')`,
      values: [readableBy],
    })
  return found
}

/** What it costs to look at a block of the index, in entries. */
const BLOCK_PRICE = 5

type Found = {
  found: { seq: number; batch: number }[]
  end: number
}

/** Finds entries and reads them. */
export function openEntrySearch(connection: Pick<Connection, 'prepare'>) {
  const { prepare } = connection
  const index = openEntryIndex(connection)
  const seqOf = prepare<{ seq: number }, [string]>('SELECT seq FROM batches WHERE id = ?')
  const idOf = prepare<{ batch: string; position: number }, [number]>(
    'SELECT b.id AS batch, e.seq - b.seq AS position FROM entries e JOIN batches b ON b.seq = e.batch WHERE e.seq = ?',
  )
  const nextBatch = prepare<{ seq: number }, [number]>(
    'SELECT seq FROM batches WHERE seq > ? ORDER BY seq LIMIT 1',
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
  const reading = prepare<EntryRow, [string]>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE e.seq IN (SELECT value FROM json_each(?))
     ORDER BY e.seq DESC`,
  )
  const rowsOf = prepare<{ row: string; told: string | null }, [number, number]>(
    `SELECT coalesce(line_id, item_id) AS row, told FROM entries
     WHERE seq BETWEEN ?1 AND ?2 AND batch = ?1`,
  )
  const finders = openStatements<{ seq: number; batch: number }>()

  /** Corrects entries, newest first, of batches that were taken back in part. */
  function placed(entries: readonly EntryRow[]): EntryRow[] {
    const known = new Map<number, ReadonlyMap<string, string | null>>()
    return entries.map((entry) => {
      const { undoneFrom, position, lineId, itemId } = entry
      if (undoneFrom === null || entry.isInPlace !== 0) return entry
      const rows =
        known.get(undoneFrom) ??
        new Map(rowsOf.all(undoneFrom, undoneFrom + position).map(({ row, told }) => [row, told]))
      known.set(undoneFrom, rows)
      const undoneTold = rows.get(lineId ?? itemId ?? '')
      return undoneTold === undefined ? { ...entry, undoneBatch: null } : { ...entry, undoneTold }
    })
  }

  /** The keys of the index to search by, those of the rarest filter; `null` if no filter has a key, or the entries of a line are wanted. */
  function keysOf(filter: HistoryFilter): readonly string[] | null {
    const { club, item, line, kinds, by, readableBy } = filter
    if (line !== undefined) return null
    if (club !== undefined) return [club]
    if (readableBy !== undefined) return [readableBy, 'ordering_turned']
    if (item !== undefined) return [item]
    if (kinds !== undefined) return kinds
    if (by === 'clock') return ['ordering_turned']
    return by === undefined ? null : [by]
  }

  /**
   * The newest entries that match, at most `limit`, from `start` backwards, exclusive. Looks at a bounded number of entries, however many there
   * are: `end` is the entry before which it looked at none, or 0.
   */
  function find(filter: HistoryFilter, start: number, limit: number): Found {
    const conditions = conditionsOf(filter)
    const values = conditions.flatMap((condition) => condition.values)
    const matching = (range: string) =>
      finders(
        `SELECT e.seq, e.batch FROM ${ENTRIES}
         WHERE ${[range, ...conditions.map(({ sql }) => sql)].join(' AND ')} ORDER BY e.seq DESC LIMIT ?`,
      )
    const keys = filter.batch === undefined ? keysOf(filter) : null
    if (filter.batch !== undefined) {
      const first = seqOf.get(filter.batch)?.seq ?? NEWEST
      const last = nextBatch.get(first)?.seq ?? NEWEST
      const range = matching('e.seq < ? AND e.seq >= ?')
      return { found: range.all(Math.min(start, last), first, ...values, limit), end: 0 }
    }
    const indexed = keys === null ? 0 : index.lastIndexed()
    const found = matching('e.seq < ? AND e.seq > ?').all(start, indexed, ...values, limit)
    if (keys === null) return { found, end: 0 }
    let looked = 0
    for (const { last, seqs } of index.listsBefore(keys, Math.min(start, indexed + 1))) {
      if (found.length >= limit) break
      looked += BLOCK_PRICE + (seqs?.split(',').length ?? 0)
      if (looked > MOST_LOOKED_AT) return { found, end: last + 1 }
      if (seqs === null) continue
      const range = 'e.seq IN (SELECT value FROM json_each(?)) AND e.seq < ?'
      found.push(...matching(range).all(seqs, start, ...values, limit - found.length))
    }
    return { found, end: 0 }
  }

  return {
    find,
    /** These entries, newest first. */
    read: (seqs: Iterable<number>): ListedEntry[] =>
      placed(reading.all(JSON.stringify([...seqs]))).map(toEntry),
    /**
     * The `seq` before which a page starts. An unknown id starts at the newest entry. An id that a club read has a number of its own, so that its
     * page starts before the whole batch.
     */
    startOf(before: string | undefined, isOfClub: boolean): number {
      const batch = before === undefined ? null : seqOf.get(batchOf(before))
      if (before === undefined || batch === null) return NEWEST
      if (isOfClub && before !== lastEntryId(before)) return batch.seq
      return batch.seq + Number.parseInt(before.slice(-4), 16) - 1
    },
    /** The `before` of a page that starts at an entry; for a club, after the whole batch of it. */
    idBefore(seq: number, isOfClub: boolean): string | null {
      const entry = idOf.get(seq)
      if (!entry) return null
      return isOfClub ? lastEntryId(entry.batch) : entryId(entry.batch, entry.position)
    },
  }
}

export type EntrySearch = ReturnType<typeof openEntrySearch>
