import type { ClubId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { allot, type Allotment, type DecidedLine } from '#src/rules/allot.ts'
import { announcedAfter } from '#src/rules/announced.ts'
import { decidedEntry, type NewEntry } from '#src/rules/entries.ts'

/** The queries that an allotment needs, and whether decisions are held back. */
type AllotmentLookup<L, C> = {
  lineOf(id: string): L | null
  /** Units on the shelf. */
  leftOf(itemId: string): number
  cartOf(cartId: string): C | null
  isHeld: boolean
}

/** A decided line with what it remembers as announced. */
type RememberedLine<L> = DecidedLine<L> & Pick<Line, 'announced'>

export type DecidedAllotment<L, C> = Pick<Allotment<L>, 'taken'> & {
  /** Only lines that change. */
  lines: RememberedLine<L>[]
  /** Carts with a changed line. */
  carts: C[]
  entries: NewEntry[]
}

/** What a set of decisions changes, and its entries, each with the note. Throws as `allot`. */
export function decideAllotment<L extends Line & { cartId: string }, C extends { clubId: ClubId }>(
  { decisions, note = '' }: { decisions: readonly LineChange[]; note?: string | undefined },
  { lineOf, leftOf, cartOf, isHeld }: AllotmentLookup<L, C>,
): DecidedAllotment<L, C> {
  const { lines: decidedLines, taken } = allot(decisions, lineOf, leftOf)
  const carts = new Map<string, C>()
  const entries: NewEntry[] = []
  const lines = decidedLines.map((decided): RememberedLine<L> => {
    const { line } = decided
    const cart = carts.get(line.cartId) ?? cartOf(line.cartId)
    if (!cart) throw new Error('The cart of a line is missing.')
    carts.set(line.cartId, cart)
    const noted = note || line.announced?.note
    const remembered = { ...decided, announced: announcedAfter(line, decided, isHeld, noted) }
    entries.push(decidedEntry(cart.clubId, remembered, note))
    return remembered
  })
  return { lines, taken, carts: [...carts.values()], entries }
}

/** A decided line as the answer to the decision has it. */
export function afterDecision<L extends Line>({ line, ...decided }: RememberedLine<L>): L {
  const { units: _units, ...values } = decided
  return { ...line, ...values }
}
