import {
  type Board,
  type BoardClub,
  type BoardItem,
  type BoardLine,
  inClubOrder,
} from '#src/contract/board.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import { HELD_FIELDS } from '#src/contract/records.ts'
import type { BoardRevs } from '../port.ts'

/** A line of a stock item that was ordered `at`; none for a custom line. */
export function toBoardLine(
  { itemName: _name, unit: _unit, link: _link, announced, ...line }: Line,
  at: number,
): BoardLine[] {
  const { item_id } = line
  if (item_id === null) return []
  const ordered_at = new Date(at).toISOString()
  return [
    { ...line, item_id, ordered_at, ...(announced && { announced: pick(announced, HELD_FIELDS) }) },
  ]
}

/**
 * The board of what a store has read: the changed clubs with their lines, and any items. A difference to what is `known` also has the changed
 * clubs without lines: a page may have read them with a line that came and went between two differences. An order of revision 0 never had one.
 */
export function toBoard(
  clubs: readonly BoardClub[],
  items: readonly BoardItem[],
  known?: BoardRevs,
): Board {
  const named = new Set(known?.items.keys())
  for (const { lines } of clubs) for (const { item_id } of lines) named.add(item_id)
  const left = known ? clubs.filter(({ rev, lines }) => rev > 0 && lines.length === 0) : []
  return {
    items: inListOrder(
      items.filter(({ _id, rev }) => named.has(_id) && known?.items.get(_id) !== rev),
    ),
    clubs: [...inClubOrder(clubs), ...left],
  }
}
