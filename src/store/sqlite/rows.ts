import { lineKey, nameKey } from '#src/rules/names.ts'
import { entryId, placeOf } from '../shared/entry-ids.ts'
import type { Batch, Kind, Rows } from '../transfer.ts'
import {
  ACCOUNT_TABLE,
  columnsOf,
  EDITION_TABLE,
  insertInto,
  ITEM_TABLE,
  LINE_TABLE,
  PAST_CART_TABLE,
  PAST_LINE_TABLE,
} from './columns.ts'
import { INVITATION_TABLE } from './invitations.ts'
import { ENTRY_ITEM, fromJson, LINE_OF_ENTRY, toJson } from './lines.ts'

export type Columns = Record<string, string | bigint | number | boolean | null>
type Table<K extends Kind> = {
  table: string
  select: string
  /** What identifies a row, and sorts rows by age, oldest first. */
  key: string
  /** What sorts rows by age, where an index has something else than the key. */
  order?: string
  toRow(columns: Record<string, unknown>): Rows[K]
  /** Runs before `insert`, with the same columns. */
  first?: string
  insert: string
  toColumns(row: Rows[K]): Columns
}

const asRow = <K extends Kind>(columns: Record<string, unknown>) => columns as Rows[K]
/** Reads a column of JSON that may be NULL. */
const parse = (json: unknown) => fromJson(json === null ? null : String(json))
const asColumns = (row: object) => row as Columns

/** A table whose fields are its columns under other names, by field. SQLite has no booleans. */
const plain = <K extends Kind>(
  table: string,
  columns: Record<keyof Rows[K] & string, string>,
  { key = 'id', booleans = [] }: { key?: string; booleans?: (keyof Rows[K] & string)[] } = {},
): Table<K> => ({
  table,
  key,
  toRow(row) {
    const read = booleans.map((name) => [name, row[name] !== 0])
    return asRow<K>({ ...row, ...Object.fromEntries(read) })
  },
  toColumns: asColumns,
  select: `SELECT ${columnsOf(columns)} FROM ${table}`,
  insert: insertInto(table, columns),
})

/** Rows have no keys that follow from names. */
const { key: _lineKey, ...ofLine } = LINE_TABLE
const { key: _itemKey, ...ofItem } = ITEM_TABLE
const { key: _pastKey, ...ofPastLine } = PAST_LINE_TABLE
const { key: _editionKey, ...ofEdition } = EDITION_TABLE

/** The part of a line that has other columns than fields. */
function toLine({ deletedAt, deletedBy, deletedWhy, announced, ...line }: Record<string, unknown>) {
  const deleted = deletedAt === null ? null : { at: deletedAt, by: deletedBy, why: deletedWhy }
  return { ...line, announced: parse(announced), deleted }
}
const toLineColumns = ({
  deleted,
  announced,
  ...line
}: Omit<Rows['lines'], 'known'> | Rows['pastLines']) => ({
  ...line,
  key: lineKey({ item_id: line.item_id, itemName: line.ownName }),
  deletedAt: deleted?.at ?? null,
  deletedBy: deleted?.by ?? null,
  deletedWhy: deleted?.why ?? null,
  announced: toJson(announced),
})

/** How each kind of row is read and written. */
export const tables: { [K in Kind]: Table<K> } = {
  portal: {
    table: 'portal',
    select: `SELECT installation, registration, ordering_disabled = 0 AS isOpen, decisions_held AS decisionsHeld, opens_at AS opensAt, closes_at AS closesAt,
      window_message AS message, pickup, turned_at AS turnedAt, turned_by AS turnedBy FROM portal`,
    key: 'id',
    toRow: (columns) =>
      asRow<'portal'>({
        ...columns,
        isOpen: columns['isOpen'] !== 0,
        decisionsHeld: columns['decisionsHeld'] !== 0,
      }),
    insert: `UPDATE portal SET installation = $installation, registration = $registration, ordering_disabled = NOT $isOpen, decisions_held = $decisionsHeld, opens_at = $opensAt,
      closes_at = $closesAt, window_message = $message, pickup = $pickup, turned_at = $turnedAt, turned_by = $turnedBy`,
    toColumns: asColumns,
  },
  clubs: plain<'clubs'>('clubs', { id: 'id', name: 'name', state: 'state' }),
  accounts: plain<'accounts'>('accounts', ACCOUNT_TABLE, { booleans: ['disabled', 'orderMails'] }),
  invitations: plain<'invitations'>('invitations', INVITATION_TABLE, {
    booleans: ['isByAdministrator'],
  }),
  items: {
    ...plain<'items'>('items', ofItem),
    insert: insertInto('items', ITEM_TABLE),
    toColumns: (row) => ({ ...row, key: nameKey(row.itemName) }),
  },
  carts: {
    table: 'carts',
    key: 'id',
    select: `SELECT id, club_id AS clubId, rev, changed_at AS changedAt, changed_batch AS changedBatch, known_at AS knownAt, known_by AS knownBy FROM carts`,
    insert: `INSERT INTO carts (id, club_id, rev, changed_at, changed_batch, known_at, known_by)
      VALUES ($id, $clubId, $rev, $changedAt, $changedBatch, $knownAt, $knownBy)`,
    toRow: ({ knownAt, knownBy, ...cart }) =>
      asRow<'carts'>({
        ...cart,
        knownSince: knownAt === null ? null : { at: knownAt, what: knownBy },
      }),
    toColumns: ({ knownSince, ...cart }) => ({
      ...cart,
      knownAt: knownSince?.at ?? null,
      knownBy: knownSince?.what ?? null,
    }),
  },
  lines: {
    table: 'lines',
    select: `SELECT ${columnsOf(ofLine)} FROM lines`,
    key: 'id',
    toRow: ({ known, ...columns }) => asRow<'lines'>({ ...toLine(columns), known: parse(known) }),
    insert: insertInto('lines', LINE_TABLE),
    toColumns: ({ known, ...line }) => ({ ...toLineColumns(line), known: toJson(known) }),
  },
  editions: {
    ...plain<'editions'>('editions', ofEdition),
    insert: insertInto('editions', EDITION_TABLE),
    toColumns: (row) => ({ ...row, key: nameKey(row.name) }),
  },
  pastCarts: plain<'pastCarts'>('past_carts', PAST_CART_TABLE),
  pastLines: {
    table: 'past_lines',
    select: `SELECT ${columnsOf(ofPastLine)} FROM past_lines`,
    key: 'id',
    toRow: (columns) => asRow<'pastLines'>(toLine(columns)),
    insert: insertInto('past_lines', PAST_LINE_TABLE),
    toColumns: toLineColumns,
  },
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
    { jti: 'jti', personId: 'person_id', expiresAt: 'expires_at' },
    { key: 'jti' },
  ),
  codes: plain<'codes'>(
    'codes',
    {
      id: 'id',
      email: 'email',
      purpose: 'purpose',
      clientKind: 'client_kind',
      client: 'client',
      requestedAt: 'requested_at',
      hash: 'hash',
      armedAt: 'armed_at',
      spent: 'spent',
    },
    { booleans: ['spent'] },
  ),
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
  mails: {
    ...plain<'mails'>('outbox', {
      id: 'id',
      to: 'recipient',
      purpose: 'purpose',
      codeId: 'code_id',
      personId: 'person_id',
      invitationId: 'invitation_id',
      digest: 'digest',
      deliver: 'deliver',
      state: 'state',
      lost: 'lost',
      attempts: 'attempts',
      error: 'error',
      queuedAt: 'queued_at',
      dueAt: 'due_at',
    }),
    toRow: ({ digest, ...columns }) =>
      asRow<'mails'>({ ...columns, deliver: columns['deliver'] !== 0, digest: parse(digest) }),
    toColumns: ({ digest, ...mail }) => ({ ...mail, digest: toJson(digest) }),
  },
}

/** A table whose kind is known at run time only. */
type AnyTable = {
  table: string
  select: string
  key: string
  first?: string
  insert: string
  toRow(columns: Record<string, unknown>): Batch['rows'][number]
  toColumns(row: Batch['rows'][number]): Columns
}
export const tableOf = (kind: Kind) => tables[kind] as AnyTable
