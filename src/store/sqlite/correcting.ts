import { correct } from '#src/rules/correct.ts'
import { correctedEntry } from '#src/rules/entries.ts'
import { checkApproved, isOfClub } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

/** The method `orders.correct`. */
export function openCorrecting(
  { write }: Connection,
  { rateLimits, accounts, topics, items, lines, ordering, entries }: Parts,
): Pick<OrderStore, 'correct'> {
  return {
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
  }
}
