import { type Board, type BoardClub, type BoardItem, inClubOrder } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { hasSameLines } from './model/index-board.ts'

export type KnownBoard = Board & {
  /** Items of which no line is known: an item's row comes before its first line, and may stay after its last one. */
  itemsBeside: readonly BoardItem[]
  /** The revision at which the board was read. A frame of then or before, which comes late, tells nothing new. */
  readAt: number
  /** The revision at which each club left the board since: an older frame must not bring it back. */
  left: ReadonlyMap<string, number>
}

/** A board that was just read at a revision. */
export const toKnown = (board: Board, readAt: number): KnownBoard => ({
  ...board,
  itemsBeside: [],
  readAt,
  left: new Map(),
})

const idsOf = (clubs: readonly BoardClub[]) =>
  new Set(clubs.flatMap(({ lines }) => lines.map(({ item_id }) => item_id)))

/** Whether the board has the item of every line of these clubs. If not, it has to be read. */
export const isComplete = ({ items, clubs }: Board, of = clubs): boolean => {
  const known = new Set(items.map(({ _id }) => _id))
  return of.every(({ lines }) => lines.every(({ item_id }) => known.has(item_id)))
}

function withItem(board: KnownBoard, item: BoardItem): KnownBoard {
  const shown = board.items.find(({ _id }) => _id === item._id)
  const before = shown ?? board.itemsBeside.find(({ _id }) => _id === item._id)
  if (before && before.rev >= item.rev) return board
  if (!shown) {
    const others = board.itemsBeside.filter((other) => other !== before)
    return { ...board, itemsBeside: [...others, item] }
  }
  const items = board.items.map((other) => (other === shown ? item : other))
  // Sorting is slow, and only another name moves a row.
  return { ...board, items: shown.itemName === item.itemName ? items : inListOrder(items) }
}

function withClub(board: KnownBoard, club: BoardClub): KnownBoard {
  const before = board.clubs.find(({ user_id }) => user_id === club.user_id)
  const known = before?.rev ?? board.left.get(club.user_id) ?? -1
  if (known >= club.rev) return board
  // Usually only what is given changed: then every club and item stays where it is.
  if (before && before.lines.length > 0 && hasSameLines(before, club))
    return { ...board, clubs: board.clubs.map((other) => (other === before ? club : other)) }
  const left =
    club.lines.length === 0 ? new Map([...board.left, [club.user_id, club.rev]]) : board.left
  const clubs = inClubOrder([...board.clubs.filter((other) => other !== before), club])
  const ids = idsOf(clubs)
  const isShown = ({ _id }: BoardItem) => ids.has(_id)
  const come = board.itemsBeside.filter(isShown)
  if (come.length === 0 && board.items.every(isShown)) return { ...board, clubs, left }
  const all = [...board.items, ...board.itemsBeside]
  return {
    ...board,
    items: inListOrder(all.filter(isShown)),
    clubs,
    left,
    itemsBeside: all.filter((item) => !isShown(item)),
  }
}

/**
 * The board with one changed row; the same object if it had this revision or a later one. A club without lines leaves the board. Rows that
 * did not change stay the same objects.
 */
export function applyFrame(board: KnownBoard, frame: BoardFrame): KnownBoard {
  if (frame.board_rev <= board.readAt) return board
  return frame.topic === 'orders' ? withClub(board, frame.data) : withItem(board, frame.data)
}
