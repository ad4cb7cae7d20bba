import type { LineRequest } from '#src/contract/line.ts'
import { ordersAs } from '#src/rules/people.ts'
import { lineKey } from '#src/rules/names.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import {
  checkOrderer,
  type DecidedOrder,
  decideOrder,
  type Orderer,
} from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import type { LineRow } from './lines.ts'
import type { CartRow } from './topics.ts'
import type { Parts } from './parts.ts'

/** Places an order in one write. */
export function openPlacing(
  { write }: Connection,
  { rateLimits, accounts, topics, items, lines, ordering, editions, entries, keys }: Parts,
): Pick<OrderStore, 'place'> {
  function placeRows(
    cart: CartRow & Orderer,
    rows: readonly LineRequest[],
    { isHeld, isOwn, now }: { isHeld: boolean; isOwn: boolean; now: number },
  ): DecidedOrder<LineRow> {
    // A cart may have hundreds of lines, and an order names a few.
    const named = lines.byKeys(cart.id, new Set(rows.map(lineKey)))
    const byKey = new Map(named.map((line) => [line.key, line]))
    const sizeOf = () => lines.countOf(cart.id)
    const decided = decideOrder(cart, rows, items, byKey, isHeld, sizeOf)
    for (const { line, after } of decided.raised) lines.update(line, after, isOwn)
    for (const line of decided.created) lines.insert(cart.id, line, { isOwn, now })
    for (const [itemId, units] of decided.taken) items.take(itemId, units)
    return decided
  }

  return {
    place: ({ clubId, actorId, rows, isLate, edition, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const found = topics.cartOf(clubId)
          const isOwn = ordersAs(accounts.find({ id: actorId }), clubId)
          const usage = found && topics.usageOf(found.id)
          if (isOwn && rateLimits) checkQuota(usage, rows.length, now)
          const { ordering: switches } = ordering.read()
          if (edition !== undefined) editions.checkCurrent(switches.edition, edition)
          const about = { state: accounts.stateOf(clubId), isOpen: isOpenAt(switches, now) }
          const cart = checkOrderer(found && { ...found, ...about }, { isOwn, isLate })
          const placed = placeRows(cart, rows, { isHeld: switches.decisionsHeld, isOwn, now })
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
