import {
  type Board,
  type BoardClub,
  type BoardItem,
  type BoardLine,
  inClubOrder,
} from '#src/contract/board.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { BoardRevs } from '../port.ts'

const NOTHING: BoardRevs = { clubs: new Map(), items: new Map() }

/** A line of a stock item that was ordered `at`; none for a custom line. */
export function toBoardLine(
  { itemName: _name, link: _link, announced, ...line }: Line,
  at: number,
): BoardLine[] {
  const { item_id } = line
  if (item_id === null) return []
  const ordered_at = new Date(at).toISOString()
  return [{ ...line, item_id, ordered_at, ...(announced && { announced }) }]
}

/**
 * The board of what a store has read: the changed clubs with their lines, and any items. A known club that has no line any more stays, so
 * that a difference tells it.
 */
export function toBoard(
  clubs: readonly BoardClub[],
  items: readonly BoardItem[],
  known = NOTHING,
): Board {
  const named = new Set(known.items.keys())
  for (const { lines } of clubs) for (const { item_id } of lines) named.add(item_id)
  const left = clubs.filter(({ user_id, lines }) => lines.length === 0 && known.clubs.has(user_id))
  return {
    items: inListOrder(
      items.filter(({ _id, rev }) => named.has(_id) && known.items.get(_id) !== rev),
    ),
    clubs: [...inClubOrder(clubs), ...left],
  }
}
