import type { Line } from './line.ts'
import type { AnnouncedLine, OrderLine } from './records.ts'

/** Units of one line that a club gets. */
export type HandOverRow = { _id: string; quantity: number }

/** The reply to `POST /cart/hand-over`: the lines after it. */
export type HandedOver = { message: string; items: OrderLine[]; batch?: string | undefined }

/** A live line of which something is given and not handed over. */
export type HandoutLine = Pick<
  Line,
  | '_id'
  | 'item_id'
  | 'itemName'
  | 'unit'
  | 'ordered_quantity'
  | 'allotted_quantity'
  | 'delivered_quantity'
  | 'status'
> & {
  /** Where the item lies; `""` for a custom line. */
  place: string
  /** What the club sees, while a decision is held back. */
  announced?: AnnouncedLine
}

/** A club with something to fetch; `people` are its coordinators. */
export type HandoutClub = {
  user_id: string
  clubName: string
  people: string[]
  lines: HandoutLine[]
}

/** What is given and not handed over: clubs by name, lines in list order. */
export type Handout = { clubs: HandoutClub[] }

/** What the screen in the store room shows: the pick-up words, and how many things are ready for which club. */
export type Pickup = { message: string; clubs: { clubName: string; ready: number }[] }
