import type { OrderLine } from '#src/contract/records.ts'
import type { Connection } from './connection.ts'

/** A live line as the wire has it, and what decisions need beside. */
export type LineRow = OrderLine & {
  line_key: string
  item_id: string | null
  delivered_quantity: number
}

export const LINE_COLUMNS = `l.id AS _id, coalesce(i.name, l.own_name) AS itemName, l.ordered_quantity,
  l.allotted_quantity, l.status, l.remarks, l.link`

const ROW_COLUMNS = `${LINE_COLUMNS}, l.line_key, l.item_id, l.delivered_quantity`

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

export function openLines({ prepare }: Connection) {
  const ofCart = prepare<LineRow, [string]>(
    `SELECT ${ROW_COLUMNS} FROM lines l LEFT JOIN items i ON i.id = l.item_id
     WHERE l.cart_id = ? AND l.deleted_at IS NULL`,
  )
  return {
    /** A cart's live lines, in no order. */
    ofCart: (cartId: string): LineRow[] => ofCart.all(cartId),
  }
}

export type Lines = ReturnType<typeof openLines>
