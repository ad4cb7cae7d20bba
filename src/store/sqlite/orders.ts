import type { LineRequest } from '#src/contract/line.ts'
import { correct } from '#src/rules/correct.ts'
import { correctedEntry } from '#src/rules/entries.ts'
import { lineKey } from '#src/rules/names.ts'
import { checkApproved, isOfClub, ordersAs } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import { afterDecision, decideAllotment } from '../shared/decide-allotment.ts'
import {
  checkOrderer,
  type DecidedOrder,
  decideOrder,
  type Orderer,
} from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import type { LineRow } from './lines.ts'
import type { Parts } from './parts.ts'
import type { CartRow } from './topics.ts'

/** The methods of `orders` with which clubs ask for things and administrators answer. */
export function openOrders(
  { write }: Connection,
  { rateLimits, accounts, topics, items, lines, ordering, editions, entries, keys }: Parts,
): Pick<OrderStore, 'place' | 'correct' | 'allot'> {
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
    correct: ({ lineId, correction, actorId, isOwn, toReader, now }) =>
      write(() => {
        const line = lines.byId(lineId)
        const cart = line && topics.cart(line.cartId)
        if (!line || !cart || (isOwn && !isOfClub(accounts.find({ id: actorId }), cart.clubId)))
          throw notFound('This line')
        if (isOwn) checkApproved(accounts.stateOf(cart.clubId))
        if (isOwn && !isOpenAt(ordering.read().ordering, now)) throw orderingDisabled()
        const item = line.item_id === null ? null : items.byId(line.item_id)
        const corrected = correct(line, correction, item, toReader)
        if (!corrected) return { value: line, moved: [] }

        const { after, returned } = corrected
        const entry = correctedEntry(cart.clubId, corrected)
        const usage = topics.usageOf(cart.id)
        if (isOwn && rateLimits) checkQuota(usage, 1, now)
        lines.update(line, after, isOwn)
        const isReturned = item !== null && returned > 0
        if (isReturned) items.take(item._id, -returned)
        const batch = entries.add({ by: actorId, at: now, entries: [entry] })
        const used = usageAfter(usage, 1, bytesOf([entry], undefined), now)
        return {
          value: after,
          moved: [
            isOwn ? topics.moveOwnOrders(cart, used, now) : topics.moveOrders(cart),
            topics.move('carts'),
            ...(isReturned ? [topics.move('inventory')] : []),
          ],
          batch,
        }
      }),
    allot: ({ decisions, note, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const {
            lines: decided,
            taken,
            carts,
            entries: added,
          } = decideAllotment(
            { decisions, note },
            {
              lineOf: lines.byId,
              leftOf: items.leftOf,
              cartOf: topics.cart,
              isHeld: ordering.read().ordering.decisionsHeld,
            },
          )
          for (const { line, ...after } of decided) lines.update(line, { ...line, ...after }, false)
          for (const [itemId, units] of taken) items.take(itemId, units)
          const batch = entries.add({ by: actorId, at: now, entries: added })
          const moved = topics.moveCarts(carts)
          if (taken.size > 0) moved.push(topics.move('inventory'))
          return { body: toAnswer(decided.map(afterDecision), batch), moved }
        }),
      ),
  }
}
