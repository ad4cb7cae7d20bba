import type { Line } from './line.ts'
import type { AnnouncedLine, StockItem } from './records.ts'

/** An item with at least one live line. */
export type BoardItem = StockItem

/** A live line of a stock item. */
export type BoardLine = Omit<Line, 'item_id' | 'itemName' | 'unit' | 'link' | 'announced'> & {
  item_id: string
  /** When the club first ordered it; ISO 8601. */
  ordered_at: string
  /** What the club sees, while a decision is held back. */
  announced?: AnnouncedLine
}

/** A club and its live lines of stock items, oldest first. Every change of a line or of the names increases `rev`. */
export type BoardClub = {
  user_id: string
  cart_id: string
  clubName: string
  cordName: string
  /** The verified address of the account. */
  email: string
  rev: number
  lines: BoardLine[]
}

/** Who asked for what and was given what: items in list order, clubs by the time of their first line. */
export type Board = { items: BoardItem[]; clubs: BoardClub[] }

/** Older lines first; lines of one moment by id. */
const byAge = (a: BoardLine, b: BoardLine): number =>
  a.ordered_at === b.ordered_at ? (a._id < b._id ? -1 : 1) : a.ordered_at < b.ordered_at ? -1 : 1

/** A copy of a club's lines, oldest first. */
export const inLineOrder = (lines: readonly BoardLine[]): BoardLine[] => lines.toSorted(byAge)

/** A copy of the clubs by the age of their first line, without clubs that have none. Each club's lines are in `inLineOrder`. */
export const inClubOrder = (clubs: readonly BoardClub[]): BoardClub[] =>
  clubs
    .flatMap((club) => (club.lines[0] ? [{ club, first: club.lines[0] }] : []))
    .toSorted((a, b) => byAge(a.first, b.first))
    .map(({ club }) => club)
