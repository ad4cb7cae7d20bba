import { type Line, LINE_FIELDS } from './line.ts'
import type { ListedPerson } from './people.ts'
import type { ItemStatus, LineStatus, Role } from './statuses.ts'

/** The signed-in person, as `POST /users/login` returns it and the browser stores it. */
export type SignedInUser = {
  id: string
  /** The club of a coordinator. */
  clubId?: string | null
  clubName: string
  cordName: string
  access: Role
}

/** An item as clubs see it, without quantities. */
export type CatalogueItem = { _id: string; itemName: string; unit: string }

/** An item as administrators see it. Every change of the row increases `rev`. */
export type StockItem = {
  _id: string
  itemName: string
  itemQuantity: number
  itemStatus: ItemStatus
  /** What one of them is called, such as "tubes"; `""` at first. Nothing is calculated with it. */
  unit: string
  /** Where it lies, such as "Shelf A3"; `""` at first. Clubs never read it. */
  place: string
  rev: number
}

/** What an administrator sets of an item. */
export const ITEM_VALUES = [
  'itemName',
  'itemQuantity',
  'itemStatus',
  'unit',
  'place',
] as const satisfies (keyof StockItem)[]
export type ItemValues = Pick<StockItem, (typeof ITEM_VALUES)[number]>

/** One stock item with the sums of its live lines. */
export type StockSummary = {
  _id: string
  itemName: string
  unit: string
  place: string
  availableQuantity: number
  totalOrderedQuantity: number
  totalAllottedQuantity: number
  itemOrderedStatus: string
  itemRemark: string
}

/** What a club sees of a line while a newer decision is held back. */
export type AnnouncedLine = Pick<Line, (typeof HELD_FIELDS)[number]>
/** The same as it is stored, with the newest note of the decisions that are held back; nobody but the history reads it. */
export type HeldBack = AnnouncedLine & { note?: string }
/** The values that a decision can hold back. */
export const HELD_FIELDS = [
  'allotted_quantity',
  'status',
  'remarks',
] as const satisfies (keyof Line)[]

/** One live line of a club's order; `link` is `""` for a line without a link. */
export type OrderLine = Pick<Line, (typeof SHOWN_FIELDS)[number]> & {
  /** What the club sees. Only for administrators, and only while a decision about the line is held back. */
  announced?: AnnouncedLine
}

/** In the documented order. */
export const SHOWN_FIELDS = [
  '_id',
  'itemName',
  'unit',
  ...LINE_FIELDS,
] as const satisfies (keyof Line)[]

/** Who asks, in the lists of all orders. */
export type WhoAsks = {
  user_id: string
  clubName: string
  cordName: string
  contact: string
  /** The verified address. All three are those of the longest-standing enabled person; `""` without one. */
  email: string
}

export const WHO_ASKS = [
  'user_id',
  'clubName',
  'cordName',
  'contact',
  'email',
] as const satisfies (keyof WhoAsks)[]

/** One live line of a custom item, and who asks for it. */
export type CustomLine = OrderLine & WhoAsks

/** The lines of a club with decisions that are held back. */
export type HeldClub = {
  user_id: string
  clubName: string
  /** The verified address of the account. */
  email: string
  lines: (OrderLine & { announced: AnnouncedLine })[]
}

/** What an order comes to. */
export type OrderCounts = {
  lines: number
  undecided: number
  /** Units. */
  asked: number
  given: number
  handed_over: number
  /** Units of Ready lines that are not handed over. */
  ready: number
}

export type CartSummary = OrderCounts &
  WhoAsks & {
    /** When something of its order or its people changed last, ISO 8601. */
    changed_at: string | null
    cart_id: string
    /** The enabled people, the longest-standing first. */
    people: ListedPerson[]
  }

/** One row of an order, for a stock item or a custom item. */
export type OrderRow =
  | { item_id: string; ordered_quantity: number }
  | { item_id?: null; itemName: string; ordered_quantity: number; link?: string }

/** A decision about one line. `allotted_quantity` is a positive or negative change. An absent field leaves the value unchanged. */
export type LineChange = {
  _id: string
  allotted_quantity?: number
  status?: LineStatus
  remarks?: string
}

export type StockNote = { _id: string; itemOrderedStatus?: string; itemRemark?: string }
