import { type Board, inClubOrder, inLineOrder } from '#src/contract/board.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { type BoardIndex, changedClubs, type Placed, placedAt } from './index-board.ts'

/** Lines that somebody else took away while a hand was on them, by id. */
export type Gone = ReadonlyMap<string, Placed>

/** What has just gone of the lines that a hand is on, with what had gone before. A line that is back is no longer gone. */
export function findGone(
  before: BoardIndex,
  board: Board,
  gone: Gone,
  held: Iterable<string>,
): Gone {
  const clubs = new Map(board.clubs.map((club) => [club.user_id, club]))
  const changed = new Set(changedClubs(before.clubs, board.clubs).map(({ was }) => was))
  const isThere = ([id, { club }]: readonly [string, Placed]) =>
    clubs.get(club.user_id)?.lines.some(({ _id }) => _id === id) === true
  const on = [...held].flatMap((id) => {
    const placed = placedAt(before, id)
    return placed && changed.has(placed.club) ? [[id, placed] as const] : []
  })
  return new Map([...gone, ...on].filter((line) => !isThere(line)))
}

/** The board with the lines that are gone in their old places, so that the page can say so there. */
export function withGone(board: Board, gone: Gone): Board {
  if (gone.size === 0) return board
  const clubs = new Map(board.clubs.map((club) => [club.user_id, club]))
  const items = new Map(board.items.map((item) => [item._id, item]))
  for (const { line, item, club } of gone.values()) {
    const known = clubs.get(club.user_id) ?? { ...club, lines: [] }
    if (known.lines.some(({ item_id }) => item_id === line.item_id)) continue
    clubs.set(club.user_id, { ...known, lines: inLineOrder([...known.lines, line]) })
    if (!items.has(item._id)) items.set(item._id, item)
  }
  return { items: inListOrder([...items.values()]), clubs: inClubOrder([...clubs.values()]) }
}
