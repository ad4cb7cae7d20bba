import { type Board, type BoardClub, type BoardItem, inClubOrder } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'
import { inListOrder } from '#src/contract/list-order.ts'

/** Whether the board has the item of every line of these clubs. If not, it has to be read. */
export const isComplete = ({ items, clubs }: Board, of = clubs): boolean => {
  const known = new Set(items.map(({ _id }) => _id))
  return of.every(({ lines }) => lines.every(({ item_id }) => known.has(item_id)))
}

/** An item's row comes before its first line, and may stay after its last one: a view leaves out an item without lines. */
function withItem(board: Board, item: BoardItem): Board {
  const before = board.items.find(({ _id }) => _id === item._id)
  if (before && before.rev >= item.rev) return board
  if (!before) return { ...board, items: inListOrder([...board.items, item]) }
  const items = board.items.map((other) => (other === before ? item : other))
  // Sorting is slow, and only another name moves a row.
  return { ...board, items: before.itemName === item.itemName ? items : inListOrder(items) }
}

function withClub(board: Board, club: BoardClub): Board {
  const before = board.clubs.find(({ user_id }) => user_id === club.user_id)
  if (before && before.rev >= club.rev) return board
  return {
    ...board,
    clubs: inClubOrder([...board.clubs.filter((other) => other !== before), club]),
  }
}

/**
 * The board with one changed row; the same object if it had this revision or a later one. A club without lines leaves the board. Rows that
 * did not change stay the same objects.
 */
export const applyFrame = (board: Board, frame: BoardFrame): Board =>
  frame.topic === 'orders' ? withClub(board, frame.data) : withItem(board, frame.data)
