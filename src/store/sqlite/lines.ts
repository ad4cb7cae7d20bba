import type { Announced, Line } from '#src/contract/line.ts'
import type { Connection } from './connection.ts'

/** A line with its cart and its `lineKey`, for writes. */
export type LineRow = Line & { cartId: string; key: string }

/** A stock line shows its item's present name. */
const ITEM_NAME = 'coalesce(l.own_name, (SELECT name FROM items WHERE id = l.item_id))'

/** Subqueries, not joins: a statement with a join costs 5 µs more each time that it is run with other values. */
const LINE_COLUMNS = `l.id, l.item_id AS itemId, ${ITEM_NAME} AS itemName, l.ordered_quantity AS ordered,
  l.allotted_quantity AS allotted, l.delivered_quantity AS delivered, l.status, l.remarks, l.link, l.announced`
const ROW_COLUMNS = `${LINE_COLUMNS}, l.cart_id AS cartId, l.line_key AS key`

/** A row as SQLite answers it: what was announced is JSON. */
type Stored<L extends Line> = Omit<L, 'announced'> & { announced: string | null }

export const toAnnounced = (json: string | null): Announced | null =>
  json === null ? null : (JSON.parse(json) as Announced)

/** Reads what was announced, in place: nearly every row has nothing to read. */
export function read<L extends Line>(row: Stored<L>): L {
  if (row.announced !== null) Object.assign(row, { announced: toAnnounced(row.announced) })
  return row as unknown as L
}

/** Reads and answers live lines; only `wasDeleted` finds deleted ones. */
export function openLines({ prepare }: Connection) {
  const byId = prepare<Stored<LineRow>, [string]>(
    `SELECT ${ROW_COLUMNS} FROM lines l WHERE l.id = ? AND l.deleted_at IS NULL`,
  )
  const rowsOfCart = prepare<Stored<LineRow>, [string]>(
    `SELECT ${ROW_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted_at IS NULL`,
  )
  const ofCart = prepare<Stored<Line>, [string]>(
    `SELECT ${LINE_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted_at IS NULL`,
  )
  const custom = prepare<Stored<Line>, []>(
    `SELECT ${LINE_COLUMNS} FROM lines l WHERE l.item_id IS NULL AND l.deleted_at IS NULL`,
  )
  const give = prepare(
    'UPDATE lines SET allotted_quantity = ?, delivered_quantity = ? WHERE id = ?',
  )
  const answer = prepare('UPDATE lines SET status = ?, remarks = ? WHERE id = ?')
  const ahead = prepare<Stored<LineRow>, []>(
    `SELECT ${ROW_COLUMNS} FROM lines l WHERE l.announced IS NOT NULL AND l.deleted_at IS NULL`,
  )
  const remember = prepare('UPDATE lines SET announced = ? WHERE id = ?')
  const deletedByKey = prepare<{ id: string }, [string, string]>(
    'SELECT id FROM lines WHERE cart_id = ? AND line_key = ? AND deleted_at IS NOT NULL LIMIT 1',
  )
  const deletedById = prepare<{ id: string }, [string, string]>(
    'SELECT id FROM lines WHERE cart_id = ? AND id = ? AND deleted_at IS NOT NULL',
  )

  return {
    byId(id: string): LineRow | null {
      const row = byId.get(id)
      return row && read<LineRow>(row)
    },
    /** A cart's live lines for a write, unordered. */
    rowsOfCart: (cartId: string): LineRow[] => rowsOfCart.all(cartId).map(read<LineRow>),
    /** A cart's live lines for a read, unordered. */
    ofCart: (cartId: string): Line[] => ofCart.all(cartId).map(read<Line>),
    /** Every live custom line, unordered. */
    custom: (): Line[] => custom.all().map(read<Line>),
    /** Every live line that is ahead of what its club sees, unordered. */
    ahead: (): LineRow[] => ahead.all().map(read<LineRow>),
    /** Sets given and delivered units. Belongs in a write. */
    give(id: string, { allotted, delivered }: Pick<Line, 'allotted' | 'delivered'>): void {
      give.run(allotted, delivered, id)
    },
    /** Sets status and remarks. Belongs in a write. */
    answer(id: string, { status, remarks }: Pick<Line, 'status' | 'remarks'>): void {
      answer.run(status, remarks, id)
    },
    /** Sets what the club was told last; `null` when it sees the line as it is. Belongs in a write. */
    remember(id: string, announced: Announced | null): void {
      remember.run(announced && JSON.stringify(announced), id)
    },
    /** Whether a cart once had a line of this id, or of this `lineKey`. */
    wasDeleted: (cartId: string, named: { id: string } | { key: string }): boolean =>
      ('id' in named ? deletedById.get(cartId, named.id) : deletedByKey.get(cartId, named.key)) !==
      null,
  }
}

export type Lines = ReturnType<typeof openLines>
