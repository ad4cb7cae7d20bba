import type { HeldBack, OrderLine } from './records.ts'

/**
 * One line of a club's order, as the rules and the stores use it. `itemName` is the present name of the stock item, or the name that the club
 * gave to a custom line.
 */
export type Line = Omit<OrderLine, 'announced'> & {
  /** `null` for a custom line, which has no stock. */
  item_id: string | null
  /** What the club sees, while a decision is held back; `null` when the club sees the line as it is. */
  announced: HeldBack | null
}

/** The fields of a line that the history follows. */
export const LINE_FIELDS = [
  'ordered_quantity',
  'allotted_quantity',
  'delivered_quantity',
  'status',
  'remarks',
  'link',
] as const satisfies (keyof Line)[]
/** The values of a line that change after it was ordered. */
export const LINE_VALUES = [...LINE_FIELDS, 'announced'] as const satisfies (keyof Line)[]
export type LineValues = Pick<Line, (typeof LINE_VALUES)[number]>

/** A line before and after a change. */
export type ChangedLine<L> = { line: L; after: L }

/** One row of an order before the club places it: a stock item has an id, a custom item has a name. */
export type LineRequest = {
  item_id: string | null
  itemName: string | null
  ordered_quantity: number
  link: string
  /** Units to give at once, from a row of an administrator. */
  allotted_quantity?: number
}
