import type { LineStatus } from './statuses.ts'

/** One line of a club's order as rules and stores know it. Quantities are units. */
export type Line = {
  id: string
  /** `null` for a custom line, which has no stock. */
  itemId: string | null
  /** The present name of the stock item, or the club's own name for a custom line. */
  itemName: string
  ordered: number
  /** How many units were given, those that were delivered included. */
  allotted: number
  /** How many of the given units have left the building. */
  delivered: number
  status: LineStatus
  remarks: string
  /** `""` where there is none. */
  link: string
}

/** One row of an order before it is placed: a stock item by its id, or a custom item by its name. */
export type LineRequest = {
  itemId: string | null
  itemName: string | null
  ordered: number
  link: string
}

/** What an administrator decides about one line. What is left out stays as it is. */
export type LineDecision = {
  lineId: string
  /** How many units to give; below zero they are taken back. */
  units?: number
  status?: LineStatus
  remarks?: string
}

/** A cart with at least one live line, and the account that it belongs to. */
export type Cart = {
  id: string
  accountId: string
  clubName: string
  cordName: string
  mobile: string
  email: string
}
