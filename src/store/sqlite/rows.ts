import { lineKey, nameKey } from '#src/rules/names.ts'
import type { Kind, Rows } from '../transfer.ts'

export type Columns = Record<string, string | bigint | number | boolean | null>
type Table<K extends Kind> = {
  select: string
  toRow(columns: Record<string, unknown>): Rows[K]
  insert: string
  toColumns(row: Rows[K]): Columns
}

/** Columns under the names of their row, with nothing to change. */
const plain = <K extends Kind>(table: string, columns: Record<string, keyof Rows[K] & string>) => ({
  select: `SELECT ${Object.entries(columns)
    .map(([column, name]) => `${column} AS ${name}`)
    .join(', ')} FROM ${table}`,
  insert: `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
    VALUES (${Object.values(columns)
      .map((name) => `$${name}`)
      .join(', ')})`,
})

const asRow = <K extends Kind>(columns: Record<string, unknown>) => columns as Rows[K]
const asColumns = (row: object) => row as Columns

/** How each kind of row is read and written. */
export const tables: { [K in Kind]: Table<K> } = {
  ordering: {
    select: 'SELECT ordering_disabled AS isConfirmDisabled FROM portal',
    toRow: ({ isConfirmDisabled }) => ({ isConfirmDisabled: isConfirmDisabled !== 0 }),
    insert: 'UPDATE portal SET ordering_disabled = $isConfirmDisabled',
    toColumns: asColumns,
  },
  accounts: {
    ...plain<'accounts'>('accounts', {
      id: 'id',
      email: 'email',
      club_name: 'clubName',
      cord_name: 'cordName',
      mobile: 'mobile',
      access: 'access',
      disabled: 'disabled',
      ver: 'ver',
      password_hash: 'passwordHash',
    }),
    toRow: (columns) => asRow<'accounts'>({ ...columns, disabled: columns['disabled'] !== 0 }),
    toColumns: asColumns,
  },
  items: {
    select: `SELECT id, name, quantity, first_quantity AS firstQuantity, status, ordered_status AS orderedStatus,
               remark, rev FROM items`,
    toRow: asRow<'items'>,
    insert: `INSERT INTO items (id, name, name_key, quantity, first_quantity, status, ordered_status, remark, rev)
             VALUES ($id, $name, $nameKey, $quantity, $firstQuantity, $status, $orderedStatus, $remark, $rev)`,
    toColumns: (row) => ({ ...row, nameKey: nameKey(row.name) }),
  },
  carts: {
    ...plain<'carts'>('carts', { id: 'id', account_id: 'accountId', rev: 'rev' }),
    toRow: asRow<'carts'>,
    toColumns: asColumns,
  },
  lines: {
    select: `SELECT id, cart_id AS cartId, item_id AS itemId, own_name AS ownName, link, ordered_quantity AS ordered,
               allotted_quantity AS allotted, delivered_quantity AS delivered, status, remarks, created_at AS at,
               deleted_at AS deletedAt, deleted_by AS deletedBy, deleted_why AS deletedWhy FROM lines`,
    toRow({ deletedAt, deletedBy, deletedWhy, ...line }) {
      const deleted = deletedAt === null ? null : { at: deletedAt, by: deletedBy, why: deletedWhy }
      return asRow<'lines'>({ ...line, deleted })
    },
    insert: `INSERT INTO lines (id, cart_id, line_key, item_id, own_name, link, ordered_quantity, allotted_quantity,
               delivered_quantity, status, remarks, created_at, deleted_at, deleted_by, deleted_why)
             VALUES ($id, $cartId, $key, $itemId, $ownName, $link, $ordered, $allotted,
               $delivered, $status, $remarks, $at, $deletedAt, $deletedBy, $deletedWhy)`,
    toColumns: ({ deleted, ...line }) => ({
      ...line,
      key: lineKey({ item_id: line.itemId, itemName: line.ownName ?? '' }),
      deletedAt: deleted?.at ?? null,
      deletedBy: deleted?.by ?? null,
      deletedWhy: deleted?.why ?? null,
    }),
  },
  movements: {
    select: `SELECT item_id AS itemId, item_change AS itemChange, line_id AS lineId, line_change AS lineChange,
               reason, actor_id AS actorId, at FROM movements ORDER BY seq`,
    toRow: asRow<'movements'>,
    insert: `INSERT INTO movements (item_id, item_change, line_id, line_change, reason, actor_id, at)
             VALUES ($itemId, $itemChange, $lineId, $lineChange, $reason, $actorId, $at)`,
    toColumns: asColumns,
  },
  answered: {
    ...plain<'answered'>('answered', {
      account_id: 'accountId',
      key: 'key',
      body_hash: 'bodyHash',
      body: 'body',
      at: 'at',
    }),
    toRow: asRow<'answered'>,
    toColumns: asColumns,
  },
  endedTokens: {
    ...plain<'endedTokens'>('ended_tokens', {
      jti: 'jti',
      account_id: 'accountId',
      expires_at: 'expiresAt',
    }),
    toRow: asRow<'endedTokens'>,
    toColumns: asColumns,
  },
  codes: {
    ...plain<'codes'>('codes', {
      id: 'id',
      email: 'email',
      purpose: 'purpose',
      client: 'client',
      requested_at: 'requestedAt',
      hash: 'hash',
      armed_at: 'armedAt',
      tries: 'tries',
      spent: 'spent',
    }),
    toRow: (columns) => asRow<'codes'>({ ...columns, spent: columns['spent'] !== 0 }),
    toColumns: asColumns,
  },
  mails: {
    ...plain<'mails'>('outbox', {
      id: 'id',
      code_id: 'codeId',
      state: 'state',
      attempts: 'attempts',
      due_at: 'dueAt',
    }),
    toRow: asRow<'mails'>,
    toColumns: asColumns,
  },
}
