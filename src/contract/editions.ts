import type { OrderLine } from './records.ts'

/** The festival that orders are for. There is always one current edition. */
export type EditionName = { _id: string; name: string }

/** Times are ISO 8601; the current edition has not ended. */
export type Edition = EditionName & { began_at: string; ended_at: string | null }

/** Counts are of lines that were not deleted. A club reads the number of its own lines, and not how many clubs there are. */
export type ListedEdition = Edition & { lines: number; clubs?: number }

export type EditionLine = OrderLine & { item_id: string | null; delivered_quantity: number }

/** A club's order in an edition. An earlier one has the names of the day on which it ended. */
export type EditionClub = {
  user_id: string
  clubName: string
  cordName: string
  lines: EditionLine[]
}

export type EditionOrders = { edition: Edition; clubs: EditionClub[] }

/** How much of a stock item was asked for in an edition. Of a deleted line counts what was handed over. */
export type Demand = {
  /** The id of the edition. */
  edition: string
  item_id: string
  /** The present name. */
  itemName: string
  asked: number
  given: number
  handed_over: number
  clubs: number
}

/** What becomes of units that are given and not handed over when an edition ends. */
export const LEFTOVERS = ['shelf', 'handed_over'] as const
export type Leftovers = (typeof LEFTOVERS)[number]

/** What ended with an edition. `unitsReturned` are units of stock items. */
export type Ended = { clubs: number; lines: number; unitsReturned: number }
