import type { Cart } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Lines } from './lines.ts'
import type { Topics } from './topics.ts'

/** The methods of `orders` that only read. */
export function openOrderLists(
  { prepare, snapshot }: Connection,
  epoch: string,
  { topics, lines }: { topics: Topics; lines: Lines },
): Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines'> {
  const cartOf = prepare<{ id: string; rev: number }, [string]>(
    'SELECT id, rev FROM carts WHERE account_id = ?',
  )
  const carts = prepare<Cart, []>(
    `SELECT c.id, a.id AS accountId, a.club_name AS clubName, a.cord_name AS cordName, a.mobile, a.email
     FROM (SELECT cart_id, min(created_at) AS since, min(id) AS first FROM lines
           WHERE deleted_at IS NULL GROUP BY cart_id) l
     JOIN carts c ON c.id = l.cart_id JOIN accounts a ON a.id = c.account_id
     ORDER BY l.since, l.first`,
  )

  return {
    async read(accountId) {
      return snapshot(() => {
        const cart = cartOf.get(accountId)
        if (!cart) return null
        return { epoch, rev: cart.rev, rows: inListOrder(lines.ofCart(cart.id)) }
      })
    },
    async listCarts() {
      return snapshot(() => ({ epoch, rev: topics.revs().carts, rows: carts.all() }))
    },
    async listCustomLines() {
      return snapshot(() => ({
        epoch,
        rev: topics.revs().carts,
        rows: inListOrder(lines.custom()),
      }))
    },
  }
}
