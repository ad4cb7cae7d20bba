import { type Board, inClubOrder } from '#src/contract/board.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineStatus } from '#src/contract/statuses.ts'

/** What a club asked and was given of an item, and its status. */
type Asked = [asked: number, given?: number, status?: LineStatus]

/**
 * A board from a table of items and what clubs asked of them: `{ 'Gaffer Tape': [6, { 'Drama Club': [12, 4] }] }`. Ids are the names, a
 * line's is "item/club"; clubs came in the order in which they are first named.
 */
export function boardOf(
  table: Record<string, [onShelf: number, asked: Record<string, Asked>]>,
): Board {
  const names = [...new Set(Object.values(table).flatMap(([, asked]) => Object.keys(asked)))]
  const items = Object.entries(table).map(([itemName, [itemQuantity]]) => ({
    _id: itemName,
    itemName,
    itemQuantity,
    itemStatus: 'enabled' as const,
    unit: '',
    place: '',
    rev: 1,
  }))
  const clubs = names.map((clubName, at) => ({
    user_id: clubName,
    cart_id: `cart of ${clubName}`,
    clubName,
    cordName: 'Coordinator',
    email: `club-${at}@campus.example`,
    rev: 1,
    lines: Object.entries(table).flatMap(([itemName, [, asked]]) => {
      const line = asked[clubName]
      if (!line) return []
      const [ordered, given = 0, status = 'Pending'] = line
      return [
        {
          _id: `${itemName}/${clubName}`,
          item_id: itemName,
          ordered_quantity: ordered,
          allotted_quantity: given,
          delivered_quantity: status === 'Delivered' ? given : 0,
          status,
          remarks: '',
          ordered_at: new Date(Date.UTC(2026, 10, 18, 9, at)).toISOString(),
        },
      ]
    }),
  }))
  return { items: inListOrder(items), clubs: inClubOrder(clubs) }
}
