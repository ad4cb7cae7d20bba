import type * as board from '#src/modules/cart/board-model.ts'

export type BoardItem = typeof board.BoardItem.static
export type BoardLine = typeof board.BoardLine.static
export type BoardClub = typeof board.BoardClub.static
/** Who asked for what and was given what: items in list order, clubs by the time of their first line. */
export type Board = typeof board.Board.static

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
