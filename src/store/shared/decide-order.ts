import type { ClubId } from '#src/contract/ids.ts'
import type { ClubState } from '#src/contract/people.ts'
import type { Line, LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { announcedAfterAsking } from '#src/rules/announced.ts'
import { type NewEntry, orderedEntry, raisedEntry } from '#src/rules/entries.ts'
import { lineKey } from '#src/rules/names.ts'
import { checkApproved } from '#src/rules/people.ts'
import { orderingDisabled, place, type Placement, type StockLookup } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'
import { afterDecision, type DecidedAllotment, decideAllotment } from './decide-allotment.ts'

/** A club's cart, as far as it says whether the club may order. */
export type Orderer = { id: string; clubId: ClubId; state: ClubState; isOpen: boolean }

export type DecidedOrder<L> = {
  /** Live lines that are ordered again, with all their values after it. */
  raised: { line: L; after: Line }[]
  created: Line[]
  /** The lines that the order changed or made. */
  lines: Line[]
  /** Units that leave the shelf, by item id. */
  taken: ReadonlyMap<string, number>
  entries: NewEntry[]
}

/** The stock queries that an order with units to give needs. */
type OrderStock = StockLookup & {
  /** Units on the shelf. */
  leftOf(itemId: string): number
}

/**
 * Throws `not_found` if there is no such club, `club_waiting` if it orders itself before it is approved, `ordering_disabled` while ordering is off,
 * unless the order may be late.
 */
export function checkOrderer<O extends Orderer>(
  orderer: O | null,
  { isOwn, isLate = false }: { isOwn: boolean; isLate?: boolean | undefined },
): O {
  if (!orderer) throw notFound('This club')
  if (isOwn) checkApproved(orderer.state)
  if (!orderer.isOpen && !isLate) throw orderingDisabled()
  return orderer
}

const toNewLine = ({
  item_id: itemId,
  itemName,
  unit,
  ordered_quantity: ordered,
  link,
}: Placement<Line>['created'][number]): Line => ({
  _id: Bun.randomUUIDv7(),
  item_id: itemId,
  itemName,
  unit,
  ordered_quantity: ordered,
  allotted_quantity: 0,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
  link,
  announced: null,
})

/** The units that the rows give at once to the lines of an order, decided as any allotment. Throws as `allot`. */
function giveAtOnce(
  { id: cartId, clubId }: Orderer,
  rows: readonly LineRequest[],
  lines: readonly Line[],
  stock: OrderStock,
  isHeld: boolean,
): Pick<DecidedAllotment<Line, Orderer>, 'lines' | 'taken' | 'entries'> {
  if (!rows.some(({ allotted_quantity: units = 0 }) => units > 0))
    return { lines: [], taken: new Map(), entries: [] }
  const keyed = new Map(lines.map((line) => [lineKey(line), line]))
  const found = new Map(lines.map((line) => [line._id, { ...line, cartId }]))
  // One decision for each row, so that a fault names the row.
  const decisions = rows.map((row): LineChange => ({
    _id: keyed.get(lineKey(row))?._id ?? '',
    allotted_quantity: row.allotted_quantity ?? 0,
  }))
  return decideAllotment(
    { decisions },
    {
      lineOf: (id) => found.get(id) ?? null,
      leftOf: stock.leftOf,
      cartOf: () => ({ clubId }),
      isHeld,
    },
  )
}

/**
 * What an order does to a cart, and its entries. Units that it gives at once are decided on the order's lines. `live` holds the cart's live
 * lines by `lineKey`; with `sizeOf` only those that the rows name. Throws as `place` and `allot`.
 */
export function decideOrder<L extends Line>(
  orderer: Orderer,
  rows: readonly LineRequest[],
  stock: OrderStock,
  live: ReadonlyMap<string, L>,
  isHeld: boolean,
  sizeOf?: () => { lines: number; custom: number },
): DecidedOrder<L> {
  const { clubId } = orderer
  const { raised: asked, created: wanted } = place(rows, stock, live, sizeOf)
  const raised = asked.map(({ line, ...values }) => {
    const announced = announcedAfterAsking(line, { ...line, ...values })
    return { line, after: { ...line, ...values, announced } }
  })
  const created = wanted.map(toNewLine)
  const ordered = new Map<string, Line>()
  for (const line of live.values()) ordered.set(line._id, line)
  for (const { after } of raised) ordered.set(after._id, after)
  for (const line of created) ordered.set(line._id, line)

  const given = giveAtOnce(orderer, rows, [...ordered.values()], stock, isHeld)
  const decided = new Map(given.lines.map((line) => [line.line._id, afterDecision(line)]))
  const final = <T extends Line>(line: T): T => {
    const { allotted_quantity, delivered_quantity, announced } = decided.get(line._id) ?? line
    return { ...line, allotted_quantity, delivered_quantity, announced }
  }
  return {
    raised: raised.map(({ line, after }) => ({ line, after: final(after) })),
    created: created.map(final),
    lines: [...raised.map(({ after }) => after), ...created].map(final),
    taken: given.taken,
    entries: [
      ...raised.map(({ line, after }) => raisedEntry(clubId, line, after)),
      ...created.map((line) => orderedEntry(clubId, line)),
      ...given.entries,
    ],
  }
}
