import type { OrderLine } from '#src/contract/records.ts'
import type { Connection } from './connection.ts'

/** A line as decisions see it: what the wire shows, and what it does not. */
export type LineRow = OrderLine & {
  cartId: string
  line_key: string
  item_id: string | null
  delivered_quantity: number
}

/** A stock line shows its item's present name. */
const ITEM_NAME = 'coalesce(l.own_name, (SELECT name FROM items WHERE id = l.item_id))'

/** Subqueries, not joins: a statement with a join costs 5 µs more each time that it is run with other values. */
const WIRE_COLUMNS = `l.id AS _id, ${ITEM_NAME} AS itemName, l.ordered_quantity, l.allotted_quantity,
  l.status, l.remarks, l.link`
const ROW_COLUMNS = `${WIRE_COLUMNS}, l.cart_id AS cartId, l.line_key, l.item_id, l.delivered_quantity`

/** A line as replies show it, its fields in the order of the wire. */
export const toOrderLine = (row: OrderLine): OrderLine => ({
  _id: row._id,
  itemName: row.itemName,
  ordered_quantity: row.ordered_quantity,
  allotted_quantity: row.allotted_quantity,
  status: row.status,
  remarks: row.remarks,
  link: row.link,
})

/** Reads lines; deleted ones are found by `wasDeleted` alone. */
export function openLines({ prepare }: Connection) {
  const byId = prepare<LineRow, [string]>(
    `SELECT ${ROW_COLUMNS} FROM lines l WHERE l.id = ? AND l.deleted_at IS NULL`,
  )
  const ofCart = prepare<LineRow, [string]>(
    `SELECT ${ROW_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted_at IS NULL`,
  )
  const own = prepare<OrderLine, []>(
    `SELECT ${WIRE_COLUMNS} FROM lines l WHERE l.item_id IS NULL AND l.deleted_at IS NULL`,
  )
  const deletedIds = prepare<{ id: string }, [string, string]>(
    'SELECT id FROM lines WHERE cart_id = ? AND line_key = ? AND deleted_at IS NOT NULL LIMIT 1',
  )
  const deletedId = prepare<{ id: string }, [string, string]>(
    'SELECT id FROM lines WHERE cart_id = ? AND id = ? AND deleted_at IS NOT NULL',
  )

  return {
    byId: (id: string): LineRow | null => byId.get(id),
    /** A cart's live lines, in no order. */
    ofCart: (cartId: string): LineRow[] => ofCart.all(cartId),
    /** Every live line of an item of a club's own, in no order. */
    own: (): OrderLine[] => own.all(),
    /** Whether a cart once had a line of this id, or of this `lineKey`. */
    wasDeleted: (cartId: string, named: { id: string } | { key: string }): boolean =>
      ('id' in named ? deletedId.get(cartId, named.id) : deletedIds.get(cartId, named.key)) !==
      null,
  }
}

export type Lines = ReturnType<typeof openLines>
