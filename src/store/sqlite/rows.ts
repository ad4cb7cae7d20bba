import { placeOf } from '../shared/entry-ids.ts'
import { type Batch, giveRows, type Kind, KINDS, type Rows } from '../transfer.ts'
import { rowOf, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import { ENTRY_COLUMNS, type EntryRow, LINE_OF_ENTRY, toEntry } from './entry-search.ts'
import { fromJson, toJson } from './lines.ts'
import { ORDERING_FIELDS } from './ordering.ts'
import type { Prepare } from './statements.ts'

export type Columns = Record<string, string | bigint | number | boolean | null>
type Table<Row> = {
  table: string
  select: string
  /** What identifies a row, and sorts rows by age, oldest first. */
  key: string
  /** What sorts rows by age, where an index has something else than the key. */
  order?: string
  toRow(columns: Record<string, unknown>): Row
  /** The statements that add a row, with the same columns for each. */
  inserts(prepare: Prepare): string[]
  toColumns(row: Row): Columns
}

const asRow = <K extends Kind>(columns: Record<string, unknown>) => columns as Rows[K]
/** Reads a column of JSON that may be NULL. */
const parse = (json: unknown) => fromJson(json === null ? null : String(json))
const asColumns = (row: object) => row as Columns

/**
 * A table whose columns are its fields, but for the column `without`. SQLite has no booleans; the fields of `json` are kept as text, or NULL.
 */
const plain = <K extends Kind>(
  table: string,
  {
    key = 'id',
    without = '',
    booleans = [],
    json = [],
  }: {
    key?: string
    without?: string
    booleans?: readonly (keyof Rows[K] & string)[]
    json?: readonly (keyof Rows[K] & string)[]
  } = {},
): Table<Rows[K]> => ({
  table,
  key,
  select: `SELECT * FROM ${table}`,
  toRow({ [without]: _without, ...row }) {
    for (const name of booleans) row[name] = row[name] !== 0
    for (const name of json) row[name] = parse(row[name])
    return asRow<K>(row)
  },
  inserts: (prepare) => [`INSERT INTO ${rowOf(prepare, table, without)}`],
  toColumns: (row) =>
    asColumns({ ...row, ...Object.fromEntries(json.map((name) => [name, toJson(row[name])])) }),
})

const PORTAL_FIELDS = ['installation', 'registration', ...ORDERING_FIELDS]

/** How each kind of row is read and written. */
export const tables: { [K in Kind]: Table<Rows[K]> } = {
  portal: {
    ...plain<'portal'>('portal', { booleans: ['isOpen', 'decisionsHeld'] }),
    select: `SELECT ${PORTAL_FIELDS.join(', ')} FROM portal`,
    inserts: () => [`UPDATE portal SET ${setTo(PORTAL_FIELDS)}`],
  },
  clubs: plain<'clubs'>('clubs'),
  accounts: plain<'accounts'>('accounts', { booleans: ['disabled', 'orderMails'] }),
  invitations: plain<'invitations'>('invitations', { booleans: ['isByAdministrator'] }),
  items: plain<'items'>('items', { key: '_id' }),
  // Quotas begin anew.
  carts: plain<'carts'>('carts', { without: 'usage', json: ['knownSince'] }),
  lines: plain<'lines'>('lines', { key: '_id', json: ['announced', 'known', 'deleted'] }),
  editions: plain<'editions'>('editions'),
  pastCarts: plain<'pastCarts'>('past_carts'),
  pastLines: plain<'pastLines'>('past_lines', { key: '_id', json: ['announced', 'deleted'] }),
  entries: {
    table: 'entries',
    select: `SELECT * FROM (SELECT e.batch, ${ENTRY_COLUMNS}
      FROM entries e JOIN batches b ON b.seq = e.batch ${LINE_OF_ENTRY})`,
    key: 'batch * 65536 + place',
    order: 'batch, place',
    toRow: (columns) => toEntry(columns as EntryRow),
    inserts: () => [
      `INSERT OR IGNORE INTO batches (seq, id, at, by, asClub, undoes)
            VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM batches), $batch, $at, $by, $asClub, $undoes)`,
      `INSERT INTO entries (batch, place, kind, clubId, personId, lineId, itemId, units, changes, told, reason)
             VALUES ((SELECT seq FROM batches WHERE id = $batch), $place, $kind, $clubId, $personId, $lineId, $itemId, $units, $changes,
               $told, $reason)`,
    ],
    toColumns: ({ changes, told, ...entry }) => ({
      ...entry,
      place: placeOf(entry.id),
      ...(entry.lineId !== null && { itemId: null }),
      changes: JSON.stringify(changes),
      told: toJson(told),
    }),
  },
  sheets: plain<'sheets'>('sheets'),
  // in the order of the table's index
  answered: plain<'answered'>('answered', { key: 'key, personId' }),
  endedTokens: plain<'endedTokens'>('ended_tokens'),
  codes: plain<'codes'>('codes', { booleans: ['spent'] }),
  codeTries: plain<'codeTries'>('code_tries', { key: 'seq', without: 'seq' }),
  // No instance sends a mail now.
  mails: plain<'mails'>('outbox', { without: 'leased', booleans: ['deliver'], json: ['digest'] }),
}

type Row = Batch['rows'][number]

/** The table of a kind that is known at run time only. */
export const tableOf = (kind: Kind) => tables[kind] as Table<Row>

/** How a row of a kind is added. */
export function openInsert(prepare: Prepare, kind: Kind): (row: Row) => void {
  const { inserts, toColumns } = tableOf(kind)
  const statements = inserts(prepare).map((sql) => prepare<unknown, Columns>(sql))
  return (row) => {
    const columns = toColumns(row)
    for (const statement of statements) statement.run(columns)
  }
}

/** Reads every row of a database, in the order of `KINDS`, and waits until `give` has taken each batch. */
export async function readAll(
  { prepare }: Pick<Connection, 'prepare'>,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  for (const kind of KINDS) {
    const { select, key, order = key, toRow } = tableOf(kind)
    const found = prepare<Record<string, unknown>, []>(`${select} ORDER BY ${order}`)
    await giveRows(kind, Iterator.from(found.iterate()).map(toRow), give)
  }
}
