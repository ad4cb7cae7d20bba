import type { Line, LineRequest } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import {
  type CustomLine,
  type HeldClub,
  type OrderLine,
  type OrderRow,
  WHO_ASKS,
  type WhoAsks,
} from '#src/contract/records.ts'
import { toWireLine } from '#src/contract/wire.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { may } from '#src/rules/permissions.ts'
import { refusalOf } from '#src/rules/faults.ts'
import type { HeldLines, Listed } from '#src/store/port.ts'

/** Reads a row of an order. Throws a `Refusal` if it names no item; the rules refuse one that names two. */
export function readRow(row: OrderRow, index: number): LineRequest {
  const asked = { item_id: null, itemName: null, link: '', ...row }
  if (asked.item_id !== null || asked.itemName !== null) return asked
  const msg = 'A row names an item of the list or an item of its own.'
  throw refusalOf('invalid', `items.${index}`, msg)
}

/** How a role reads a line: administrators as it is, everybody else as its club sees it. */
export const lineFor = (role: string): ((line: Line) => OrderLine) =>
  may(role, 'orders.seeHeld') ? toWireLine : toClubLine

/** A list with its rows as they go over the wire. */
export const toWireRows = <Row, Sent>(
  { rev, rows }: Listed<Row[]>,
  toRow: (row: Row) => Sent,
): Listed<Sent[]> => ({ rev, rows: rows.map(toRow) })

export const toWireHeld = ({ lines, ...club }: HeldLines): HeldClub => ({
  ...club,
  lines: lines.flatMap((line) => {
    const { announced } = toWireLine(line)
    return announced ? { ...toWireLine(line), announced } : []
  }),
})

export const toWireCustomLine = (line: Line & WhoAsks): CustomLine => ({
  ...toWireLine(line),
  ...pick(line, WHO_ASKS),
})
