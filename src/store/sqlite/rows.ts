import { entryId, placeOf } from '../shared/entry-ids.ts'
import { BATCH_ROWS, type Batch, type Kind, KINDS, type Rows } from '../transfer.ts'
import {
  ACCOUNT_TABLE,
  CART_TABLE,
  CODE_TABLE,
  columnsOf,
  EDITION_TABLE,
  insertInto,
  ITEM_TABLE,
  LINE_TABLE,
  MAIL_TABLE,
  ORDERING_TABLE,
  PAST_CART_TABLE,
  PAST_LINE_TABLE,
  setTo,
} from './columns.ts'
import type { Connection } from './connection.ts'
import { INVITATION_TABLE } from './invitations.ts'
import { ENTRY_ITEM, fromJson, LINE_OF_ENTRY, toJson } from './lines.ts'

export type Columns = Record<string, string | bigint | number | boolean | null>
type Table<Row> = {
  table: string
  select: string
  /** What identifies a row, and sorts rows by age, oldest first. */
  key: string
  /** What sorts rows by age, where an index has something else than the key. */
  order?: string
  toRow(columns: Record<string, unknown>): Row
  /** Runs before `insert`, with the same columns. */
  first?: string
  insert: string
  toColumns(row: Row): Columns
}

const asRow = <K extends Kind>(columns: Record<string, unknown>) => columns as Rows[K]
/** Reads a column of JSON that may be NULL. */
const parse = (json: unknown) => fromJson(json === null ? null : String(json))
const asColumns = (row: object) => row as Columns

/**
 * A table whose fields are its columns under other names, by field. SQLite has no booleans; the fields of `json` are kept as text, or NULL.
 */
const plain = <K extends Kind>(
  table: string,
  columns: Record<keyof Rows[K] & string, string>,
  {
    key = 'id',
    booleans = [],
    json = [],
  }: {
    key?: string
    booleans?: readonly (keyof Rows[K] & string)[]
    json?: readonly (keyof Rows[K] & string)[]
  } = {},
): Table<Rows[K]> => ({
  table,
  key,
  toRow(row) {
    const read = [
      ...booleans.map((name) => [name, row[name] !== 0]),
      ...json.map((name) => [name, parse(row[name])]),
    ]
    return asRow<K>({ ...row, ...Object.fromEntries(read) })
  },
  toColumns: (row) =>
    asColumns({ ...row, ...Object.fromEntries(json.map((name) => [name, toJson(row[name])])) }),
  select: `SELECT ${columnsOf(columns)} FROM ${table}`,
  insert: insertInto(table, columns),
})

/** No instance sends a mail now. */
const { leased: _leased, ...CARRIED_MAIL } = MAIL_TABLE
/** Quotas begin anew. */
const { usage: _usage, ...CARRIED_CART } = CART_TABLE

const PORTAL_TABLE = {
  installation: 'installation',
  registration: 'registration',
  ...ORDERING_TABLE,
} as const

/** How each kind of row is read and written. */
export const tables: { [K in Kind]: Table<Rows[K]> } = {
  portal: {
    ...plain<'portal'>('portal', PORTAL_TABLE, { booleans: ['isOpen', 'decisionsHeld'] }),
    insert: `UPDATE portal SET ${setTo(PORTAL_TABLE)}`,
  },
  clubs: plain<'clubs'>('clubs', { id: 'id', name: 'name', state: 'state' }),
  accounts: plain<'accounts'>('accounts', ACCOUNT_TABLE, { booleans: ['disabled', 'orderMails'] }),
  invitations: plain<'invitations'>('invitations', INVITATION_TABLE, {
    booleans: ['isByAdministrator'],
  }),
  items: plain<'items'>('items', ITEM_TABLE),
  carts: plain<'carts'>('carts', CARRIED_CART, { json: ['knownSince'] }),
  lines: plain<'lines'>('lines', LINE_TABLE, { json: ['announced', 'known', 'deleted'] }),
  editions: plain<'editions'>('editions', EDITION_TABLE),
  pastCarts: plain<'pastCarts'>('past_carts', PAST_CART_TABLE),
  pastLines: plain<'pastLines'>('past_lines', PAST_LINE_TABLE, { json: ['announced', 'deleted'] }),
  entries: {
    table: 'entries',
    select: `SELECT * FROM (SELECT e.batch, e.place, b.id AS batchId, b.at, b.actor AS by, b.actor_club AS asClub, b.undoes, kind, club_id AS clubId,
               person_id AS personId, line_id AS lineId, ${ENTRY_ITEM} AS itemId, units, changes, told, reason
             FROM entries e JOIN batches b ON b.seq = e.batch ${LINE_OF_ENTRY})`,
    key: 'batch * 65536 + place',
    order: 'batch, place',
    toRow(columns) {
      const { batchId, place, changes, told, ...entry } = columns
      const batch = String(batchId)
      return asRow<'entries'>({
        ...entry,
        id: entryId(batch, Number(place)),
        batch,
        changes: JSON.parse(String(changes)),
        told: parse(told),
      })
    },
    first: `INSERT OR IGNORE INTO batches (seq, id, at, actor, actor_club, undoes)
            VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM batches), $batch, $at, $by, $asClub, $undoes)`,
    insert: `INSERT INTO entries (batch, place, kind, club_id, person_id, line_id, item_id, units, changes, told, reason)
             VALUES ((SELECT seq FROM batches WHERE id = $batch), $place, $kind, $clubId, $personId, $lineId, $itemId, $units, $changes,
               $told, $reason)`,
    toColumns: ({ changes, told, ...entry }) => ({
      ...entry,
      place: placeOf(entry.id),
      ...(entry.lineId !== null && { itemId: null }),
      changes: JSON.stringify(changes),
      told: toJson(told),
    }),
  },
  sheets: plain<'sheets'>('sheets', { id: 'id', batch: 'batch' }),
  answered: plain<'answered'>(
    'answered',
    { personId: 'person_id', key: 'key', bodyHash: 'body_hash', body: 'body', at: 'at' },
    // in the order of the table's index
    { key: 'key, person_id' },
  ),
  endedTokens: plain<'endedTokens'>(
    'ended_tokens',
    { id: 'jti', personId: 'person_id', expiresAt: 'expires_at' },
    { key: 'jti' },
  ),
  codes: plain<'codes'>('codes', CODE_TABLE, { booleans: ['spent'] }),
  codeTries: plain<'codeTries'>(
    'code_tries',
    {
      codeId: 'code_id',
      email: 'email',
      clientKind: 'client_kind',
      client: 'client',
      at: 'at',
    },
    { key: 'seq' },
  ),
  mails: plain<'mails'>('outbox', CARRIED_MAIL, { booleans: ['deliver'], json: ['digest'] }),
}

type Row = Batch['rows'][number]

/** The table of a kind that is known at run time only. */
export const tableOf = (kind: Kind) => tables[kind] as Table<Row>

/** Reads every row of a database, in the order of `KINDS`, and waits until `give` has taken each batch. */
export async function readAll(
  { prepare }: Pick<Connection, 'prepare'>,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  for (const kind of KINDS) {
    const { select, key, order = key, toRow } = tableOf(kind)
    const found = prepare<Record<string, unknown>, []>(`${select} ORDER BY ${order}`)
    let rows: Row[] = []
    const giveRows = () => give({ kind, rows } as Batch)
    for (const columns of found.iterate()) {
      rows.push(toRow(columns))
      if (rows.length < BATCH_ROWS) continue
      await giveRows()
      rows = []
    }
    if (rows.length > 0) await giveRows()
  }
}
