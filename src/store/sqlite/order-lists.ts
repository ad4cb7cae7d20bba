import type { ClubId } from '#src/contract/ids.ts'
import { type BoardClub, type BoardLine, inLineOrder } from '#src/contract/board.ts'
import type { Line } from '#src/contract/line.ts'
import type { ListedPerson } from '#src/contract/people.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { CartSummary, WhoAsks } from '#src/contract/records.ts'
import { timeText } from '#src/contract/wire.ts'
import { batchTime } from '#src/rules/batch-time.ts'
import { countOrder } from '#src/rules/order-counts.ts'
import type { OrderStore } from '../port.ts'
import { toBoard, toBoardLine } from '../shared/board.ts'
import type { Connection } from './connection.ts'
import { LINE_COLUMNS, read, type Stored } from './lines.ts'
import { WHO, WHO_COLUMNS } from './speaker.ts'
import type { Parts } from './parts.ts'

/** The methods of `orders` that only read. */
export function openOrderLists(
  { prepare, snapshot }: Connection,
  { topics, items, lines }: Parts,
): Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines' | 'listHeld' | 'board'> {
  const cartOf = prepare<{ id: string; rev: number }, [ClubId]>(
    'SELECT id, rev FROM carts WHERE club_id = ?',
  )
  const carts = prepare<WhoAsks & { cart_id: string }, []>(
    `SELECT c.id AS cart_id, ${WHO_COLUMNS}
     FROM (SELECT cart_id, min(created_at) AS since, min(id) AS first FROM lines
           WHERE deleted IS NULL GROUP BY cart_id) l
     JOIN carts c ON c.id = l.cart_id ${WHO}
     ORDER BY l.since, l.first`,
  )
  const custom = prepare<Stored<Line & WhoAsks>, []>(
    `SELECT ${LINE_COLUMNS}, ${WHO_COLUMNS}
     FROM lines l JOIN carts c ON c.id = l.cart_id ${WHO}
     WHERE l.item_id IS NULL AND l.deleted IS NULL`,
  )
  const lastBatchOf = prepare<{ id: string }, [string]>(
    `SELECT b.id FROM entries e JOIN batches b ON b.seq = e.batch
     WHERE e.club_id = ? AND e.kind <> 'invitation_changed' ORDER BY e.batch DESC, e.place DESC LIMIT 1`,
  )
  const clubs = prepare<Omit<BoardClub, 'lines'>, []>(
    `SELECT c.club_id AS user_id, c.id AS cart_id, k.name AS clubName, coalesce(a.cord_name, '') AS cordName,
       coalesce(a.email, '') AS email, c.rev
     FROM carts c ${WHO}`,
  )
  const peopleOf = prepare<ListedPerson, [string]>(
    `SELECT cord_name AS cordName, mobile AS contact, email FROM accounts
     WHERE club_id = ? AND disabled = 0 ORDER BY joined_at, id`,
  )
  const stockLines = prepare<Stored<Line & { at: number }>, [string]>(
    `SELECT ${LINE_COLUMNS}, created_at AS at FROM lines l
     WHERE cart_id = ? AND deleted IS NULL AND item_id IS NOT NULL`,
  )
  const boardLinesOf = (cartId: string): BoardLine[] =>
    inLineOrder(
      stockLines.all(cartId).flatMap(({ at, ...row }) => toBoardLine(read<Line>(row), at)),
    )

  return {
    read: (clubId) =>
      snapshot(() => {
        const cart = cartOf.get(clubId)
        if (!cart) return null
        return { rev: cart.rev, rows: inListOrder(lines.ofCart(cart.id)) }
      }),
    listCarts: () =>
      snapshot(() => {
        const rows = carts.all().map((cart): CartSummary => {
          const last = lastBatchOf.get(cart.user_id)
          return {
            ...cart,
            people: peopleOf.all(cart.user_id),
            ...countOrder(lines.ofCart(cart.cart_id)),
            changed_at: timeText(last ? batchTime(last.id) : null),
          }
        })
        return { rev: topics.revs().carts, rows }
      }),
    listCustomLines: () =>
      snapshot(() => ({
        rev: topics.revs().carts,
        rows: inListOrder(custom.all().map(read<Line & WhoAsks>)),
      })),
    listHeld: () =>
      snapshot(() => {
        const ahead = Map.groupBy(lines.ahead(), ({ cartId }) => cartId)
        const rows = (ahead.size === 0 ? [] : carts.all()).flatMap(
          ({ cart_id, user_id, clubName, email }) => {
            const held = ahead.get(cart_id)
            return held ? [{ user_id, clubName, email, lines: inListOrder(held) }] : []
          },
        )
        return { rev: topics.revs().carts, rows }
      }),
    board: (known) =>
      snapshot(() => {
        const { inventory, carts: rev } = topics.revs()
        const changed = clubs
          .all()
          .filter((club) => known?.clubs.get(club.user_id) !== club.rev)
          .map((club) => ({ ...club, lines: boardLinesOf(club.cart_id) }))
        return { rev: inventory + rev, rows: toBoard(changed, items.all(), known) }
      }),
  }
}
