import type { LineStatus } from './statuses.ts'

/** The values of a line that a decision can hold back. */
export type Announced = { allotted: number; status: LineStatus; remarks: string }

/** One line of a club's order, as the rules and the stores use it. Quantities are units. */
export type Line = {
  id: string
  /** `null` for a custom line, which has no stock. */
  itemId: string | null
  /** The current name of the stock item, or the name that the club gave to a custom line. */
  itemName: string
  ordered: number
  /** Units given to the club, including the delivered ones. */
  allotted: number
  /** The given units that the club has already received. */
  delivered: number
  status: LineStatus
  remarks: string
  /** `""` for a line without a link. */
  link: string
  /** What the club sees, while a decision is held back; `null` when the club sees the line as it is. */
  announced: Announced | null
}

/** One row of an order before the club places it: a stock item has an id, a custom item has a name. */
export type LineRequest = {
  itemId: string | null
  itemName: string | null
  ordered: number
  link: string
  /** Units to give at once, from a row of an administrator. */
  units?: number
}

/** An administrator's decision about one line. An absent field leaves the line's value unchanged. */
export type LineDecision = {
  lineId: string
  /** Units to give; a negative number takes units back. */
  units?: number
  status?: LineStatus
  remarks?: string
}

/** A cart with at least one live line, and its account. */
export type Cart = {
  id: string
  accountId: string
  clubName: string
  cordName: string
  mobile: string
  email: string
}
