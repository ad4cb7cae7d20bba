import type { ClubId } from '#src/contract/ids.ts'
import type { ChangedLine, Line, LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { allot } from '#src/rules/allot.ts'
import { announcedAfter, announcedAfterAsking } from '#src/rules/announced.ts'
import { decidedEntry, type NewEntry, orderedEntry, raisedEntry } from '#src/rules/entries.ts'
import { lineKey } from '#src/rules/names.ts'
import { place } from '#src/rules/place.ts'
import type { LineRow } from '../tables.ts'
import type { lookUp } from './items.ts'

type LineOfCart = Line & { cartId: string }

/** What decisions change: lines, the units that leave each shelf, and the entries, each with the note. Throws as `allot`. */
export function decideAllotment<L extends LineOfCart>(
  { decisions, note = '' }: { decisions: readonly LineChange[]; note?: string | undefined },
  {
    lineOf,
    leftOf,
    clubOf,
    isHeld,
  }: {
    lineOf(id: string): L | null
    leftOf(itemId: string): number
    clubOf(cartId: string): ClubId
    isHeld: boolean
  },
): { lines: ChangedLine<L>[]; taken: ReadonlyMap<string, number>; entries: NewEntry[] } {
  const { lines: decided, taken } = allot(decisions, lineOf, leftOf)
  const entries: NewEntry[] = []
  const lines = decided.map(({ line, units, after: values }) => {
    const announced = announcedAfter(line, values, isHeld, note || line.announced?.note)
    const after = { ...values, announced }
    entries.push(decidedEntry(clubOf(line.cartId), { line, units, after }, note))
    return { line, after }
  })
  return { lines, taken, entries }
}

/**
 * What an order does to a cart: lines that are ordered again, new lines, and all that `decideAllotment` answers of units that it gives at once.
 * `live` holds, by `lineKey`, the live lines of the cart that the rows name; `size` counts all of them. Throws as `place` and `allot`.
 */
export function decideOrder(
  { id: cartId, clubId }: { id: string; clubId: ClubId },
  rows: readonly LineRequest[],
  stock: ReturnType<typeof lookUp>,
  {
    live,
    size,
    isHeld,
  }: {
    live: ReadonlyMap<string, LineRow>
    size: { lines: number; custom: number }
    isHeld: boolean
  },
) {
  const placed = place(rows, stock, live, size)
  const raised = placed.raised.map(({ line, ...values }): ChangedLine<LineRow> => {
    const after = { ...line, ...values }
    return { line, after: { ...after, announced: announcedAfterAsking(line, after) } }
  })
  const created = placed.created.map((line): LineOfCart => ({
    ...line,
    _id: Bun.randomUUIDv7(),
    cartId,
    allotted_quantity: 0,
    delivered_quantity: 0,
    status: 'Pending',
    remarks: '',
    announced: null,
  }))
  const ordered = [...live.values(), ...raised.map(({ after }) => after), ...created]
  const byId = new Map<string, LineOfCart>(ordered.map((line) => [line._id, line]))
  const byKey = new Map(ordered.map((line) => [lineKey(line), line]))
  // One decision for each row, so that a fault names the row.
  const decisions = rows.map((row): LineChange => ({
    _id: byKey.get(lineKey(row))?._id ?? '',
    allotted_quantity: row.allotted_quantity ?? 0,
  }))
  const given = decideAllotment(
    { decisions: decisions.some((row) => row.allotted_quantity) ? decisions : [] },
    { lineOf: (id) => byId.get(id) ?? null, leftOf: stock.leftOf, clubOf: () => clubId, isHeld },
  )
  const decided = new Map(given.lines.map(({ after }) => [after._id, after]))
  const final = <L extends Line>(line: L): L => ({ ...line, ...decided.get(line._id) })
  return {
    raised: raised.map(({ line, after }) => ({ line, after: final(after) })),
    created: created.map(final),
    taken: given.taken,
    entries: [
      ...raised.map((change) => raisedEntry(clubId, change)),
      ...created.map((line) => orderedEntry(clubId, line)),
      ...given.entries,
    ],
  }
}
