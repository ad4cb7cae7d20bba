import type { Changes } from '#src/rules/entries.ts'
import type { Entry, HistoryFilter } from '../port.ts'
import { batchOf, entryId, MOST_ENTRIES, MOST_LOOKED_AT, placeOf } from '../shared/entry-ids.ts'
import type { EntryQuery, Tables } from '../tables.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'

/** The line of an entry `e`: `l` of the current edition, or `pl` of an ended one. */
export const LINE_OF_ENTRY =
  'LEFT JOIN lines l ON l._id = e.lineId LEFT JOIN past_lines pl ON pl._id = e.lineId'
/** Its item. */
const ITEM = 'coalesce(e.itemId, l.item_id, pl.item_id)'

/** An entry `e` of the batch `b`, with JSON in some columns, and its place in its batch. */
export type EntryRow = Omit<Entry, 'id' | 'batch' | 'changes' | 'told'> & {
  batchId: string
  place: number
  changes: string
  told: string | null
}
export const toEntry = ({ batchId: batch, place, ...row }: EntryRow): Entry => ({
  ...row,
  id: entryId(batch, place),
  batch,
  changes: JSON.parse(row.changes) as Changes,
  told: fromJson<Changes>(row.told),
})

/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = `e.place, b.id AS batchId, b.at, b.by, b.asClub, b.undoes, e.kind, e.clubId, e.personId, e.lineId,
  ${ITEM} AS itemId, e.units, e.changes, e.told, e.reason`

const OF_CLUB = 'FROM entries WHERE clubId = ?'
const OF_KIND = 'FROM entries WHERE kind = ?'

/** SQL with the values of its parameters. */
type Sql = { sql: string; values: (string | number)[] }

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

/** How entries are found, and counted. */
export function openEntrySearch({
  prepare,
}: Connection): Pick<Tables['entries'], 'find' | 'count' | 'undoing'> {
  const seqOf = prepare<{ seq: number }, [string]>('SELECT seq FROM batches WHERE id = ?')
  /** Where an id stands: the number of its batch, and its place there. */
  function standOf(id: string | undefined, missing: number): [number, number] {
    const batch = id === undefined ? null : seqOf.get(batchOf(id))
    return id !== undefined && batch ? [batch.seq, placeOf(id)] : [missing, 0]
  }
  const undoing = prepare<EntryRow, [string, string]>(
    `SELECT ${ENTRY_COLUMNS} FROM batches b JOIN entries e ON e.batch = b.seq ${LINE_OF_ENTRY}
     WHERE b.undoes = ? AND coalesce(e.lineId, e.itemId, '') IN (SELECT value FROM json_each(?))`,
  )

  /** The parts of a statement that looks at about so many entries. */
  function search({ filter, after, before }: EntryQuery, limit: number) {
    const conditions = conditionsOf(filter)
    const parts = conditions[0]?.parts ?? [{ sql: 'FROM entries WHERE true', values: [] }]
    // One condition is that of the index alone, so that all that is looked at matches.
    const isExact =
      conditions.length < 2 && filter.readableBy === undefined && filter.by !== 'clock'
    const looked = isExact ? limit : Math.max(limit, MOST_LOOKED_AT)
    const range = '(batch, place) < (?, ?) AND (batch, place) > (?, ?)'
    const bounds = [...standOf(before, Number.MAX_SAFE_INTEGER), ...standOf(after, 0)]
    const through = `${parts.map(({ sql }) => `SELECT batch, place ${sql} AND ${range}`).join(' UNION ALL ')}
      ORDER BY batch DESC, place DESC`
    const looking = parts.flatMap((part) => [...part.values, ...bounds])
    return {
      through,
      looking,
      looked,
      isExact,
      matching: `FROM (${through} LIMIT ${looked}) f
         JOIN entries e ON e.batch = f.batch AND e.place = f.place JOIN batches b ON b.seq = e.batch
         ${LINE_OF_ENTRY} WHERE ${conditions.map(({ where }) => where.sql).join(' AND ') || 'true'}`,
      values: [...looking, ...conditions.flatMap(({ where }) => where.values)],
    }
  }

  return {
    find(query, limit) {
      const { through, looking, looked, isExact, matching, values } = search(query, limit)
      const entries = prepare<EntryRow, (string | number)[]>(
        // Only what is found is sorted with its texts.
        `SELECT ${ENTRY_COLUMNS} FROM (
           SELECT f.batch, f.place ${matching} ORDER BY f.batch DESC, f.place DESC LIMIT ?) f
         JOIN entries e ON e.batch = f.batch AND e.place = f.place JOIN batches b ON b.seq = e.batch ${LINE_OF_ENTRY}
         ORDER BY f.batch DESC, f.place DESC`,
      )
        .all(...values, limit)
        .map(toEntry)
      if (isExact || entries.length === limit) return { entries, end: null }
      const end = prepare<{ batch: string; place: number }, (string | number)[]>(
        `SELECT id AS batch, place FROM (${through} LIMIT 1 OFFSET ${looked - 1}) f JOIN batches ON seq = f.batch`,
      ).get(...looking)
      return { entries, end: end && entryId(end.batch, end.place) }
    },
    count(query) {
      const { matching, values } = search(query, MOST_ENTRIES)
      const found = prepare<{ count: number }, (string | number)[]>(
        `SELECT count(*) AS count ${matching}`,
      ).get(...values)
      return found?.count ?? 0
    },
    undoing: (entries) =>
      [...Map.groupBy(entries, ({ batch }) => batch)].flatMap(([batch, own]) => {
        const rows = own.map(({ lineId, itemId }) => lineId ?? itemId ?? '')
        return undoing.all(batch, JSON.stringify(rows)).map(toEntry)
      }),
  }
}
