import type { HandedOver } from '#src/contract/handout.ts'
import type { Cart, CustomLine, Line, LineRequest, Orderer } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type * as Wire from '#src/contract/records.ts'
import type { CartSummary, HeldClub, OrderLine, WhoAsks } from '#src/contract/records.ts'
import { toWireLine } from '#src/contract/wire.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { may } from '#src/rules/permissions.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { HeldLines, Listed } from '#src/store/port.ts'

/** A row of an order as the schema lets it through. */
export type SentRow = Partial<LineRequest> & Pick<LineRequest, 'ordered_quantity'>

/** Reads a row of an order. Throws a `Refusal` if it names no item; the rules refuse one that names two. */
export function readRow(row: SentRow, index: number): LineRequest {
  const asked = { item_id: null, itemName: null, link: '', ...row }
  if (asked.item_id === null && asked.itemName === null) {
    const msg = 'A row names an item of the list or an item of its own.'
    throw new Refusal('invalid', msg, { errors: [{ path: `items.${index}`, msg }] })
  }
  return asked
}

/** How a role reads a line: administrators as it is, everybody else as its club sees it. */
export const lineFor = (role: string): ((line: Line) => OrderLine) =>
  may(role, 'orders.seeHeld') ? toWireLine : toClubLine

export const toWireLines = (
  { rows, ...listed }: Listed<Line[]>,
  toLine: (line: Line) => OrderLine,
): Listed<OrderLine[]> => ({
  ...listed,
  rows: rows.map(toLine),
})

export const toWireHeld = ({ rows, ...listed }: Listed<HeldLines[]>): Listed<HeldClub[]> => ({
  ...listed,
  rows: rows.map(({ clubId, clubName, email, lines }) => ({
    user_id: clubId,
    clubName,
    email,
    lines: lines.flatMap((line) => {
      const { announced } = toWireLine(line)
      return announced ? { ...toWireLine(line), announced } : []
    }),
  })),
})

const toWhoAsks = ({ clubId, clubName, cordName, mobile, email }: Orderer): WhoAsks => ({
  user_id: clubId,
  clubName,
  cordName,
  contact: mobile,
  email,
})

export const toWireCarts = ({ rows, ...listed }: Listed<Cart[]>): Listed<CartSummary[]> => ({
  ...listed,
  rows: rows.map(({ id, counts, changedAt, people, ...orderer }) => ({
    ...toWhoAsks(orderer),
    people,
    cart_id: id,
    ...counts,
    changed_at: changedAt === null ? null : new Date(changedAt).toISOString(),
  })),
})

export const toWireCustomLines = ({
  rows,
  ...listed
}: Listed<CustomLine[]>): Listed<Wire.CustomLine[]> => ({
  ...listed,
  rows: rows.map((line) => ({ ...toWireLine(line), ...toWhoAsks(line) })),
})

/** The reply to `add-items`: the lines that the order changed or made, as this role reads them. Those who decide get the batch as well. */
export const orderAnswer = (
  lines: readonly Line[],
  role: string,
  batch: string | undefined,
): string => {
  const items = inListOrder(lines).map(lineFor(role))
  const ofBatch = may(role, 'history.see') ? { batch } : {}
  return JSON.stringify({ message: 'Order placed.', items, ...ofBatch })
}

/** The reply to a correction: the line as the reader sees it. Those who decide get the batch as well. */
export const correctionAnswer = (
  line: OrderLine,
  role: string,
  batch: string | undefined,
): string =>
  JSON.stringify({
    message: 'Line corrected.',
    line,
    ...(may(role, 'history.see') && { batch }),
  })

/** The reply to `add-custom-item`. */
export const messageAnswer = (): string => JSON.stringify({ message: 'Order placed.' })

/** The reply to `hand-over`. */
export const handedOverAnswer = (
  message: string,
  lines: readonly Line[],
  batch: string | undefined,
): string =>
  JSON.stringify({
    message,
    items: inListOrder(lines).map(toWireLine),
    batch,
  } satisfies HandedOver)

/** The reply to `update-multiple-cart-items`. */
export const allotAnswer = (
  updated: number,
  lines: readonly Line[],
  batch: string | undefined,
): string =>
  JSON.stringify({
    message: 'Changes saved.',
    updated,
    items: lines.map(toWireLine),
    batch,
  })
