import type * as cart from '#src/modules/cart/model.ts'
import type * as stock from '#src/modules/inventory/model.ts'
import type * as users from '#src/modules/users/model.ts'
import { LINE_FIELDS } from './line.ts'

type SignedIn = (typeof users.SignedIn.static)['user']
/** The signed-in person, as the browser stores it. */
export type SignedInUser = Omit<SignedIn, 'clubId'> & Partial<SignedIn>

/** An item as clubs see it, without quantities. */
export type CatalogueItem = typeof stock.CatalogueItem.static
/** An item as administrators see it. */
export type StockItem = typeof stock.StockItem.static

/** What an administrator sets of an item. */
export const ITEM_VALUES = ['itemName', 'itemQuantity', 'itemStatus', 'unit', 'place'] as const
export type ItemValues = Pick<StockItem, (typeof ITEM_VALUES)[number]>

/** One stock item with the sums of its live lines. */
export type StockSummary = typeof cart.StockSummary.static
/** A note about a stock item. */
export type StockNote = (typeof stock.StockNotes.static)[number]

/** What a club sees of a line while a newer decision is held back. */
export type AnnouncedLine = typeof cart.AnnouncedLine.static
/** The same as it is stored, with the newest note of the decisions that are held back; nobody but the history reads it. */
export type HeldBack = AnnouncedLine & { note?: string }
/** The values that a decision can hold back. */
export const HELD_FIELDS = ['allotted_quantity', 'status', 'remarks'] as const

/** One live line of a club's order. */
export type OrderLine = typeof cart.OrderLine.static

export const SHOWN_FIELDS = ['_id', 'itemName', 'unit', ...LINE_FIELDS] as const

/** Who asks, in the lists of all orders. The person is the longest-standing enabled one; their fields are `""` without one. */
export type WhoAsks = Pick<CustomLine, (typeof WHO_ASKS)[number]>
export const WHO_ASKS = ['user_id', 'clubName', 'cordName', 'contact', 'email'] as const
/** One live line of a custom item, and who asks for it. */
export type CustomLine = typeof cart.CustomLine.static
/** The lines of a club with decisions that are held back. */
export type HeldClub = typeof cart.HeldClub.static
/** What an order comes to. */
export type OrderCounts = typeof cart.OrderCounts.static
export type CartSummary = typeof cart.CartSummary.static

/** One row of an order, for a stock item or a custom item. */
export type OrderRow = (typeof cart.Order.static)['items'][number]
/** A decision about one line. `allotted_quantity` is a positive or negative change. An absent field leaves the value unchanged. */
export type LineChange = (typeof cart.LineChanges.static)['items'][number]
