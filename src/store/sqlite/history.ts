import type { ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { isRole } from '#src/contract/statuses.ts'
import type { Changes } from '#src/rules/entries.ts'
import type { Author, HistoryFilter, HistoryStore, ListedEntry } from '../port.ts'
import {
  batchOf,
  entryId,
  lastEntryId,
  MOST_ENTRIES,
  numberedAnew,
  placeOf,
} from '../shared/entry-ids.ts'
import { MOST_LOOKED_AT, MOST_REMARKED, MOST_TURNS } from '../shared/history-limits.ts'
import { REMARKED, type Remarked, usedRemarks } from '../shared/used-remarks.ts'
import type { Connection } from './connection.ts'
import { openSpans, type Span } from './editions.ts'
import { ENTRY_ITEM as ITEM, fromJson, LINE_OF_ENTRY } from './lines.ts'
import { speakerOf } from './speaker.ts'

/** A place in the history; `seq` is the number of the batch. */
type Place = { seq: number; place: number }
const NEWEST: Place = { seq: Number.MAX_SAFE_INTEGER, place: 0 }
const ALL: Span = { from: 0, to: NEWEST.seq - 1 }

/** SQL with the values of its parameters. */
type Sql = { sql: string; values: (string | number)[] }

/** A person as JSON; NULL if there is none. */
const authorAt = (table: string) => `CASE WHEN ${table}.id IS NOT NULL THEN
  json_object('id', ${table}.id, 'name', ${table}.cordName, 'email', ${table}.email, 'access', ${table}.access) END`
/** An entry with its batch, the batch that took it back, and the present names. */
const COLUMNS = `b.seq, e.place, b.id AS batch, b.at, b.by, b.asClub, b.undoes, e.kind, e.clubId,
  e.personId, e.lineId, ${ITEM} AS itemId, e.units, e.changes, e.told, e.reason,
  ${authorAt('p')} AS author, ${authorAt('o')} AS person,
  a.name AS clubName, (SELECT email FROM accounts WHERE id = ${speakerOf('a.id')}) AS clubEmail,
  coalesce(l.ownName, pl.ownName, (SELECT itemName FROM items WHERE _id = ${ITEM})) AS itemName,
  coalesce(l.ordered_quantity, pl.ordered_quantity) AS ordered,
  CASE WHEN u.id IS NOT NULL THEN json_object('batch', u.id, 'at', u.at, 'by', u.by, 'asClub', u.asClub, 'author', json(${authorAt('q')}),
    'isHidden', json(iif(x.told IS '{}' AND e.kind = 'line_decided', 'true', 'false'))) END AS undone`
/** The tables of a found entry `f`. `x` is the entry that took it back: an undo may leave rows out. */
const TABLES = `JOIN entries e ON e.batch = f.batch AND e.place = f.place JOIN batches b ON b.seq = e.batch
  ${LINE_OF_ENTRY}
  LEFT JOIN clubs a ON a.id = e.clubId LEFT JOIN accounts p ON p.id = b.by LEFT JOIN accounts o ON o.id = e.personId
  LEFT JOIN entries x ON x.batch = (SELECT seq FROM batches WHERE undoes = b.id)
    AND x.lineId IS e.lineId AND x.itemId IS e.itemId
  LEFT JOIN batches u ON u.seq = x.batch LEFT JOIN accounts q ON q.id = u.by`

/** A found entry, with JSON in some columns. */
type EntryRow = Omit<ListedEntry, 'id' | JsonColumn> & Place & Record<JsonColumn, string | null>
type JsonColumn = 'changes' | 'told' | 'author' | 'person' | 'undone'

const toEntry = ({ seq: _seq, place, ...row }: EntryRow): ListedEntry => ({
  ...row,
  id: entryId(row.batch, place),
  changes: fromJson<Changes>(row.changes) ?? {},
  told: fromJson<Changes>(row.told),
  author: fromJson<Author>(row.author),
  person: fromJson<Author>(row.person),
  undone: fromJson<ListedEntry['undone']>(row.undone),
})

const OF_CLUB = 'FROM entries WHERE clubId = ?'
const OF_KIND = 'FROM entries WHERE kind = ?'

/** A condition on an entry with its batch and its line, and the parts of the history that hold all that meets it, each by an index of its own. */
type Condition = { where: Sql; parts: Sql[] }

/** The conditions of a filter, the rarest first: a search goes through the parts of that one. */
function conditionsOf(filter: HistoryFilter): Condition[] {
  const { club, item, line, kinds, by, batch, readableBy } = filter
  const found: Condition[] = []
  const add = (value: string | undefined, where: string, ...parts: string[]) => {
    if (value === undefined) return
    const values = [value]
    found.push({ where: { sql: where, values }, parts: parts.map((sql) => ({ sql, values })) })
  }
  add(batch, 'b.id = ?', 'FROM entries WHERE batch = (SELECT seq FROM batches WHERE id = ?)')
  add(line, 'e.lineId = ?', 'FROM entries WHERE lineId = ?')
  add(
    item,
    `${ITEM} = ?`,
    'FROM entries WHERE itemId = ?',
    'FROM entries WHERE lineId IN (SELECT _id FROM lines WHERE item_id = ?)',
    'FROM entries WHERE lineId IN (SELECT _id FROM past_lines WHERE item_id = ?)',
  )
  add(club, 'e.clubId = ?', OF_CLUB)
  const turns = { sql: OF_KIND, values: ['ordering_turned'] }
  if (readableBy !== undefined)
    found.push({
      where: {
        sql: `(e.clubId = ? AND e.lineId IS NOT NULL AND NOT (e.kind = 'line_decided' AND e.told IS '{}')
          OR e.kind = 'ordering_turned')`,
        values: [readableBy],
      },
      parts: [{ sql: OF_CLUB, values: [readableBy] }, turns],
    })
  if (kinds !== undefined)
    found.push({
      where: { sql: `e.kind IN (${kinds.map(() => '?').join()})`, values: [...kinds] },
      parts: kinds.map((kind) => ({ sql: OF_KIND, values: [kind] })),
    })
  if (by === 'clock')
    found.push({
      where: { sql: `b.by IS NULL AND e.kind = 'ordering_turned'`, values: [] },
      parts: [turns],
    })
  else add(by, 'b.by = ?', 'FROM batches CROSS JOIN entries ON batch = seq WHERE by = ?')
  return found
}

/** The newest entries that match, and the last entry that a search looked at if older ones may match too. */
type Found = { rows: EntryRow[]; end: Place | null }

/** The area `history`, but for `undo`. */
export function openHistory({ prepare, snapshot, read }: Connection): Omit<HistoryStore, 'undo'> {
  const spanOf = openSpans({ prepare })
  const people = prepare<Author, []>(
    `SELECT id, cordName AS name, email, access FROM accounts
     WHERE EXISTS (SELECT 1 FROM batches WHERE by = accounts.id) ORDER BY name, id`,
  )
  const clubOfLine = prepare<{ id: ClubId }, [string]>(
    `SELECT clubId AS id FROM carts WHERE id = (SELECT cartId FROM lines WHERE _id = ?1)
     UNION ALL SELECT clubId FROM past_carts WHERE id = (SELECT cartId FROM past_lines WHERE _id = ?1)`,
  )
  const seqOf = prepare<{ seq: number }, [string]>('SELECT seq FROM batches WHERE id = ?')
  const idOf = prepare<{ id: string }, [number]>('SELECT id FROM batches WHERE seq = ?')

  const remarked = prepare<Omit<Remarked, 'changes'> & { changes: string }, (string | number)[]>(
    `SELECT e.kind, b.at, e.changes, e.reason, b.undoes FROM (
       ${REMARKED.map(() => 'SELECT batch, place FROM entries WHERE kind = ?').join(' UNION ALL ')}
       ORDER BY batch DESC, place DESC LIMIT ?) f
     JOIN entries e ON e.batch = f.batch AND e.place = f.place JOIN batches b ON b.seq = e.batch`,
  )

  /**
   * The newest `limit` entries that match before `start`, and from the batch `from` on. Looks at a bounded number of entries, however many
   * there are.
   */
  function find(filter: HistoryFilter, start: Place, limit: number, from: number): Found {
    const { through, values, looked, isExact, conditions, matching } = search(
      filter,
      start,
      limit,
      from,
    )
    const rows = prepare<EntryRow, (string | number)[]>(
      // Only what is found is sorted with its texts and names.
      `SELECT ${COLUMNS} FROM (
         SELECT f.batch, f.place ${matching}
         ORDER BY f.batch DESC, f.place DESC LIMIT ?) f ${TABLES}
       ORDER BY f.batch DESC, f.place DESC`,
    ).all(...values, ...conditions, limit)
    if (isExact || rows.length === limit) return { rows, end: null }
    const end = prepare<Place, (string | number)[]>(
      `SELECT batch AS seq, place FROM (${through} LIMIT 1 OFFSET ${looked - 1})`,
    ).get(...values)
    return { rows, end }
  }

  /** How many entries of the batch of `start` match before it. */
  function countOlder(filter: HistoryFilter, start: Place): number {
    const { values, conditions, matching } = search(filter, start, MOST_ENTRIES, start.seq)
    const found = prepare<{ count: number }, (string | number)[]>(
      `SELECT count(*) AS count ${matching}`,
    ).get(...values, ...conditions)
    return found?.count ?? 0
  }

  /** The parts of a statement that looks for entries. */
  function search(filter: HistoryFilter, start: Place, limit: number, from: number) {
    const conditions = conditionsOf(filter)
    const parts = conditions[0]?.parts ?? [{ sql: 'FROM entries WHERE true', values: [] }]
    // One condition is that of the index alone, so that all that is looked at matches.
    const isExact =
      conditions.length < 2 && filter.readableBy === undefined && filter.by !== 'clock'
    const looked = isExact ? limit : Math.max(limit, MOST_LOOKED_AT)
    const range = '(batch, place) < (?, ?) AND batch >= ?'
    const bounds = [start.seq, start.place, from]
    const through = `${parts.map(({ sql }) => `SELECT batch, place ${sql} AND ${range}`).join(' UNION ALL ')}
      ORDER BY batch DESC, place DESC`
    return {
      through,
      values: parts.flatMap((part) => [...part.values, ...bounds]),
      looked,
      isExact,
      conditions: conditions.flatMap(({ where }) => where.values),
      matching: `FROM (${through} LIMIT ${looked}) f
         JOIN entries e ON e.batch = f.batch AND e.place = f.place JOIN batches b ON b.seq = e.batch
         ${LINE_OF_ENTRY}
         WHERE ${conditions.map(({ where }) => where.sql).join(' AND ') || 'true'}`,
    }
  }

  /**
   * The place before which a page starts. An unknown id starts at the newest entry. An id that a club read has a number of its own: its page starts
   * before the whole batch, or, as it reads on in a batch, before its own entry of that number.
   */
  function startOf(before: string | undefined, filter: HistoryFilter): Place {
    const batch = before === undefined ? null : seqOf.get(batchOf(before))
    if (before === undefined || batch === null) return NEWEST
    const { seq } = batch
    if (filter.readableBy === undefined) return { seq, place: placeOf(before) }
    if (before === lastEntryId(before)) return { seq, place: placeOf(before) }
    if (filter.batch !== batchOf(before)) return { seq, place: 0 }
    const own = find(filter, { seq: seq + 1, place: 0 }, MOST_ENTRIES, seq).rows.toReversed()
    return { seq, place: own[placeOf(before)]?.place ?? 0 }
  }

  /** The `before` of a page that starts at a place; for a club, after its whole batch. */
  function idBefore({ seq, place }: Place, isOfClub: boolean): string {
    const batch = idOf.get(seq)?.id ?? ''
    return isOfClub ? lastEntryId(batch) : entryId(batch, place)
  }

  return {
    list: ({ filter, before, limit }) =>
      snapshot(() => {
        const { readableBy, line, edition } = filter
        const isOfClub = readableBy !== undefined
        const span = edition === undefined ? ALL : spanOf(edition)
        // To look for a line of somebody else would cost as much as that line has entries.
        const isForeign = isOfClub && line !== undefined && clubOfLine.get(line)?.id !== readableBy
        if (!span || isForeign) return { entries: [], next: null }
        const asked = startOf(before, filter)
        const start = asked.seq > span.to ? { seq: span.to + 1, place: 0 } : asked
        const { rows, end } = find(filter, start, limit, span.from)
        const last = rows.at(-1)
        if (!last) return { entries: [], next: end && idBefore(end, isOfClub) }
        // The rest of the batch under way.
        const room = limits.listedOfChange - rows.filter(({ seq }) => seq === last.seq).length
        if (room > 0) rows.push(...find(filter, last, room, last.seq).rows)
        const isCut = rows.filter(({ seq }) => seq === last.seq).length >= limits.listedOfChange
        const more = isCut ? countOlder(filter, rows.at(-1) ?? last) : 0
        const entries = rows.map(toEntry)
        const lastShown = entries.at(-1)
        if (lastShown && more > 0) lastShown.more = more
        const shown = isOfClub ? numberedAnew(entries) : entries
        if (more > 0 && filter.batch !== undefined)
          return { entries: shown, next: shown.at(-1)?.id ?? null }
        const older = find(filter, { seq: last.seq, place: 0 }, 1, span.from)
        const hasMore = older.rows.length > 0 || older.end !== null
        return { entries: shown, next: hasMore ? entryId(last.batch, 0) : null }
      }),
    listPeople: () =>
      read(() =>
        people
          .all()
          .flatMap(({ access, ...person }) => (isRole(access) ? [{ ...person, access }] : [])),
      ),
    listTurns: ({ from, to }) =>
      snapshot(() => {
        const { rows } = find({ kinds: ['ordering_turned'] }, NEWEST, MOST_TURNS, ALL.from)
        const turns = rows.filter(({ at }) => at < to).map(toEntry)
        const before = turns.findIndex(({ at }) => at < from)
        return turns.slice(0, before === -1 ? turns.length : before + 1).toReversed()
      }),
    listRemarks: (since, limit) =>
      read(() => {
        const entries = remarked.all(...REMARKED, MOST_REMARKED)
        return usedRemarks(
          entries.map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) as Changes })),
          since,
          limit,
        )
      }),
  }
}
