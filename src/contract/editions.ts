import type { EditionName as Name } from '#src/modules/cart/model.ts'
import type * as editions from '#src/modules/editions/model.ts'

export type EditionName = typeof Name.static
/** Times are ISO 8601; the current edition has not ended. */
export type Edition = typeof editions.Edition.static
export type ListedEdition = typeof editions.ListedEdition.static
export type EditionLine = typeof editions.EditionLine.static
/** A club's order in an edition. An earlier one has the names of the day on which it ended. */
export type EditionClub = typeof editions.EditionClub.static
export type EditionOrders = typeof editions.EditionOrders.static
/** How much of a stock item was asked for in an edition. Of a deleted line counts what was handed over. */
export type Demand = typeof editions.Demand.static
/** What ended with an edition. */
export type Ended = typeof editions.Ended.static

/** What becomes of units that are given and not handed over when an edition ends. */
export const LEFTOVERS = ['shelf', 'handed_over'] as const
export type Leftovers = (typeof LEFTOVERS)[number]
