import type { ClubId } from '#src/contract/ids.ts'
import type { LineRequest } from '#src/contract/line.ts'
import type { ClubState } from '#src/contract/people.ts'
import { ordersAs } from '#src/rules/people.ts'
import { lineKey } from '#src/rules/names.ts'
import { bytesOf, checkQuota, type Usage, usageAfter } from '#src/rules/quota.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import {
  checkOrderer,
  type DecidedOrder,
  decideOrder,
  type Orderer,
  type OrderStock,
} from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import { fromJson, type LineRow } from './lines.ts'
import type { CartRow } from './topics.ts'
import type { Parts } from './parts.ts'

/** Places an order in one write. */
export function openPlacing(
  { prepare, write }: Connection,
  { rateLimits, accounts, topics, items, lines, ordering, editions, entries, keys }: Parts,
): Pick<OrderStore, 'place'> {
  const cartOf = prepare<CartRow & { state: ClubState; usage: string | null }, [ClubId]>(
    `SELECT id, club_id AS clubId, rev, usage,
       (SELECT state FROM clubs WHERE id = club_id) AS state
     FROM carts WHERE club_id = ?`,
  )
  const stock: OrderStock = {
    byId: items.byId,
    byName: items.byName,
    leftOf: items.leftOf,
  }

  function placeRows(
    cart: CartRow & Orderer,
    rows: readonly LineRequest[],
    { isHeld, isOwn, now }: { isHeld: boolean; isOwn: boolean; now: number },
  ): DecidedOrder<LineRow> {
    // A cart may have hundreds of lines, and an order names a few.
    const named = lines.byKeys(cart.id, new Set(rows.map(lineKey)))
    const byKey = new Map(named.map((line) => [line.key, line]))
    const sizeOf = () => lines.countOf(cart.id)
    const decided = decideOrder(cart, rows, stock, byKey, isHeld, sizeOf)
    for (const { line, after } of decided.raised) lines.update(line, after, isOwn)
    for (const line of decided.created) lines.insert(cart.id, line, { isOwn, now })
    for (const [itemId, units] of decided.taken) items.take(itemId, units)
    return decided
  }

  return {
    place: ({ clubId, actorId, rows, isLate, edition, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const found = cartOf.get(clubId)
          const isOwn = ordersAs(accounts.find({ id: actorId }), clubId)
          const usage = fromJson<Usage>(found?.usage ?? null)
          if (isOwn && rateLimits) checkQuota(usage, rows.length, now)
          const { ordering: state } = ordering.read()
          if (edition !== undefined) editions.checkCurrent(state.edition, edition)
          const isOpen = isOpenAt(state, now)
          const cart = checkOrderer(found && { ...found, isOpen }, { isOwn, isLate })
          const placed = placeRows(cart, rows, { isHeld: state.decisionsHeld, isOwn, now })
          const batch = entries.add({ by: actorId, at: now, entries: placed.entries })
          const body = toAnswer(placed.lines, batch)
          const bytes = bytesOf(placed.entries, idempotency && body)
          const used = usageAfter(usage, rows.length, bytes, now)
          return {
            body,
            moved: [
              isOwn ? topics.moveOwnOrders(cart, used, now) : topics.moveOrders(cart),
              topics.move('carts'),
              ...(placed.taken.size > 0 ? [topics.move('inventory')] : []),
            ],
          }
        }),
      ),
  }
}
