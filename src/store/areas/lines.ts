import { type Line, LINE_VALUES, type LineValues } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKey } from '#src/rules/names.ts'
import { usageAfter } from '#src/rules/quota.ts'
import type { Removal } from '../port.ts'
import type { Cart, CartChange, LineRow } from '../tables.ts'

/** A line without what only writes need. */
export const toLine = (row: LineRow): Line =>
  pick(row, ['_id', 'item_id', 'itemName', 'unit', ...LINE_VALUES])

/** Rows to write, with what their club knows of them then. `isOwn`: the club made the change. */

export const newLine = (
  line: Line & { cartId: string },
  { isOwn, now }: { isOwn: boolean; now: number },
): LineRow => ({
  ...line,
  key: lineKey(line),
  ownName: line.item_id === null ? line.itemName : null,
  at: now,
  deleted: null,
  known: knownAfter({ known: 'nothing', before: null }, seenOf(line), isOwn),
})

/** A deleted line is live again. */
export function changedLine(line: LineRow, after: LineValues, isOwn = false): LineRow {
  const changed = { ...line, ...pick(after, LINE_VALUES), deleted: null }
  const before = line.deleted ? null : seenOf(line)
  return { ...changed, known: knownAfter({ known: line.known, before }, seenOf(changed), isOwn) }
}

/** A deleted line keeps the units that do not go back to the shelf. */
export const deletedLine = (
  line: LineRow,
  returned: number,
  { actorId, now, reason, isOwn = false }: Removal,
): LineRow => ({
  ...line,
  allotted_quantity: line.allotted_quantity - returned,
  deleted: { at: now, by: actorId, why: reason },
  known: knownAfter({ known: line.known, before: seenOf(line) }, null, isOwn),
})

/** What a cart keeps when its club itself changed so many rows: its usage, and, if no mail waits, that the club knows all of its order. */
export const ownChange = (
  { usage, changedAt }: Cart,
  { rows, bytes, now }: { rows: number; bytes: number; now: number },
): Pick<CartChange, 'usage' | 'knownSince'> => ({
  usage: usageAfter(usage, rows, bytes, now),
  ...(changedAt === null && { knownSince: { at: now, what: 'order' } }),
})

/** The changes of these lines, by cart. */
export function byCart(carts: readonly Cart[], lines: readonly LineRow[]): CartChange[] {
  const ofCart = Map.groupBy(lines, ({ cartId }) => cartId)
  return carts.map((cart) => ({ cart, lines: ofCart.get(cart.id) ?? [] }))
}
