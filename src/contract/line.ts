import type { ClubId } from './ids.ts'
import type { ListedPerson } from './people.ts'
import type { HeldBack, OrderCounts } from './records.ts'
import type { LineStatus } from './statuses.ts'

/** One line of a club's order, as the rules and the stores use it. Quantities are units. */
export type Line = {
  _id: string
  /** `null` for a custom line, which has no stock. */
  item_id: string | null
  /** The current name of the stock item, or the name that the club gave to a custom line. */
  itemName: string
  /** The unit of the stock item; `""` for a custom line. */
  unit: string
  ordered_quantity: number
  /** Units given to the club, including the delivered ones. */
  allotted_quantity: number
  /** The given units that the club has already received. */
  delivered_quantity: number
  status: LineStatus
  remarks: string
  /** `""` for a line without a link. */
  link: string
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

/** One row of an order before the club places it: a stock item has an id, a custom item has a name. */
export type LineRequest = {
  item_id: string | null
  itemName: string | null
  ordered_quantity: number
  link: string
  /** Units to give at once, from a row of an administrator. */
  allotted_quantity?: number
}

/** A club as the lists of orders name it, with its longest-standing enabled person; `""` without one. */
export type Orderer = {
  clubId: ClubId
  clubName: string
  cordName: string
  mobile: string
  email: string
}

/** A live line of a custom item, and who asks for it. */
export type CustomLine = Line & Orderer

/** A cart with at least one live line, and its club. */
export type Cart = Orderer & {
  id: string
  /** The enabled people of the club, the longest-standing first. */
  people: ListedPerson[]
  counts: OrderCounts
  /** When something of its order or its people changed last, in milliseconds since 1970. */
  changedAt: number | null
}
