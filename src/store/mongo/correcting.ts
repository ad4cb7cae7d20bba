import { correct } from '#src/rules/correct.ts'
import { correctedEntry } from '#src/rules/entries.ts'
import { checkApproved, isOfClub } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import { toStockItem } from './items.ts'
import { changedDoc, toLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** The method `orders.correct`. */
export function openCorrecting(
  { accounts, carts }: Connection,
  { rateLimits, accounts: people, topics, items, lines, switches, entries }: Parts,
): Pick<OrderStore, 'correct'> {
  return {
    correct: ({ lineId, correction, actorId, isOwn, toReader, now }) =>
      topics.write(async (session) => {
        const cart = await carts.findOne({ 'lines._id': lineId }, { session })
        const doc = cart?.lines.find(({ _id }) => _id === lineId)
        const actor = isOwn ? await accounts.findOne({ _id: actorId }, { session }) : null
        if (!cart || !doc || (isOwn && !isOfClub(actor, cart.clubId))) throw notFound('This line')
        if (isOwn) checkApproved(await people.stateOf(cart.clubId, session))
        if (isOwn && !isOpenAt((await switches.read(session)).ordering, now))
          throw orderingDisabled()
        const stock = await items.ofLines([doc], session)
        const line = toLine(doc, stock)
        const item = stock.get(doc.item_id ?? '')
        const corrected = correct(line, correction, item ? toStockItem(item) : null, toReader)
        if (!corrected) return { value: line }

        const { after, returned } = corrected
        const entry = correctedEntry(cart.clubId, corrected)
        const usage = cart.usage ?? null
        if (isOwn && rateLimits) checkQuota(usage, 1, now)
        const isReturned = item !== undefined && returned > 0
        if (isReturned) await items.take(new Map([[item._id, -returned]]), session)
        const set = isOwn && {
          usage: usageAfter(usage, 1, bytesOf([entry], undefined), now),
          ...(cart.changedAt === undefined && {
            knownSince: { at: now, what: 'order' as const },
          }),
        }
        await lines.write(
          [{ cart, lines: [changedDoc(doc, after, { isOwn })], ...(set && { set }) }],
          session,
        )
        const batch = await entries.add({ by: actorId, at: now, entries: [entry] }, session)
        return { value: after, batch, carts: [cart], topics: isReturned ? ['inventory'] : [] }
      }),
  }
}
