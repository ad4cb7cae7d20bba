import { type Board, inClubOrder, inLineOrder } from '#src/contract/board.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { type BoardIndex, type Placed } from './index-board.ts'

/** Lines that somebody else removed while they were edited or had the focus, by id. */
export type Removed = ReadonlyMap<string, Placed>

/** Which of the lines in use were just removed, with those that were before. A line that is back is no longer removed. */
export function findRemoved(
  before: BoardIndex,
  board: Board,
  removed: Removed,
  inUse: Iterable<string>,
): Removed {
  const there = new Set(board.clubs.flatMap(({ lines }) => lines.map(({ _id }) => _id)))
  const placed = [...inUse].flatMap((id) => {
    const line = before.placed.get(id)
    return line ? [[id, line] as const] : []
  })
  return new Map([...removed, ...placed].filter(([id]) => !there.has(id)))
}

/** The board with the removed lines in their old places, so that the page can say so there. */
export function withRemoved(board: Board, removed: Removed): Board {
  if (removed.size === 0) return board
  const clubs = new Map(board.clubs.map((club) => [club.user_id, club]))
  const items = new Map(board.items.map((item) => [item._id, item]))
  for (const { line, item, club } of removed.values()) {
    const known = clubs.get(club.user_id) ?? { ...club, lines: [] }
    if (known.lines.some(({ item_id }) => item_id === line.item_id)) continue
    clubs.set(club.user_id, { ...known, lines: inLineOrder([...known.lines, line]) })
    if (!items.has(item._id)) items.set(item._id, item)
  }
  return { items: inListOrder([...items.values()]), clubs: inClubOrder([...clubs.values()]) }
}
