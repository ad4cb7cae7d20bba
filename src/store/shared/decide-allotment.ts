import type { Line, LineDecision } from '#src/contract/line.ts'
import { allot, type Allotment } from '#src/rules/allot.ts'
import { decidedEntry, type NewEntry } from '#src/rules/entries.ts'

/** The queries that an allotment needs. */
export type AllotmentLookup<L, C> = {
  lineOf(id: string): L | null
  /** Units on the shelf. */
  leftOf(itemId: string): number
  cartOf(cartId: string): C | null
}

export type DecidedAllotment<L, C> = Allotment<L> & {
  /** Carts with a changed line. */
  carts: C[]
  entries: NewEntry[]
}

/** What a set of decisions changes, and its entries. Throws as `allot`. */
export function decideAllotment<
  L extends Line & { cartId: string },
  C extends { accountId: string },
>(
  decisions: readonly LineDecision[],
  { lineOf, leftOf, cartOf }: AllotmentLookup<L, C>,
): DecidedAllotment<L, C> {
  const { lines, taken } = allot(decisions, lineOf, leftOf)
  const carts = new Map<string, C>()
  for (const { line } of lines) {
    const cart = carts.get(line.cartId) ?? cartOf(line.cartId)
    if (cart) carts.set(line.cartId, cart)
  }
  const clubOf = ({ cartId }: L) => carts.get(cartId)?.accountId ?? ''
  return {
    lines,
    taken,
    carts: [...carts.values()],
    entries: lines.map((decided) => decidedEntry(clubOf(decided.line), decided)),
  }
}
