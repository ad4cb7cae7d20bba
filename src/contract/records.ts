import type { ItemStatus, LineStatus, Role } from './statuses.ts'

/** The signed-in person as `POST /users/login` answers it and the browser keeps it. */
export type SignedInUser = { id: string; clubName: string; cordName: string; access: Role }

/** An item as clubs see it: no quantities. */
export type CatalogueItem = { _id: string; itemName: string }

/** An item as administrators see it; every change of the row raises `rev`. */
export type StockItem = {
  _id: string
  itemName: string
  itemQuantity: number
  itemStatus: ItemStatus
  rev: number
}

/** One stock item with sums over live lines. */
export type StockSummary = {
  _id: string
  itemName: string
  availableQuantity: number
  totalOrderedQuantity: number
  totalAllottedQuantity: number
  itemOrderedStatus: string
  itemRemark: string
}

/** One live line of a club's order; `link` is `""` where there is none. */
export type OrderLine = {
  _id: string
  itemName: string
  ordered_quantity: number
  allotted_quantity: number
  status: LineStatus
  remarks: string
  link: string
}

export type CartSummary = {
  clubName: string
  cordName: string
  contact: string
  /** The verified address of the account. */
  email: string
  cart_id: string
  user_id: string
}

/** A row of an order: of a stock item, or of a club's own (custom) item. */
export type OrderRow =
  | { item_id: string; ordered_quantity: number }
  | { item_id?: null; itemName: string; ordered_quantity: number; link?: string }

/** A decision on one line. `allotted_quantity` is the signed change; what is left out stays as it is. */
export type LineChange = {
  _id: string
  allotted_quantity?: number
  status?: LineStatus
  remarks?: string
}

export type StockNote = { _id: string; itemOrderedStatus?: string; itemRemark?: string }
