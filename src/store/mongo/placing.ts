import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { nameKey } from '#src/rules/names.ts'
import { ordersAs } from '#src/rules/people.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import { checkOrderer, decideOrder } from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import { changedDoc, newLineDoc, toFoundLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** The method `orders.place`. */
export function openPlacing(
  { accounts, carts, clubs }: Connection,
  { rateLimits, items, lines, switches, editions, entries, keys }: Parts,
): Pick<OrderStore, 'place'> {
  /** A club with its cart; `null` if there is no such club. */
  async function ordererOf(clubId: ClubId, session: ClientSession) {
    const club = await clubs.findOne({ _id: clubId }, { session })
    const cart = await carts.findOne({ clubId }, { session })
    return club && cart && { id: cart._id, clubId, state: club.state, cart }
  }

  return {
    place: ({ clubId, actorId, rows, isLate, edition, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const found = await ordererOf(clubId, session)
        const { ordering } = await switches.read(session)
        if (edition !== undefined) await editions.checkCurrent(ordering.edition, edition, session)
        const isOwn = ordersAs(await accounts.findOne({ _id: actorId }, { session }), clubId)
        const usage = found?.cart.usage ?? null
        if (isOwn && rateLimits) checkQuota(usage, rows.length, now)
        const isOpen = isOpenAt(ordering, now)
        const orderer = checkOrderer(found && { ...found, isOpen }, { isOwn, isLate })
        const { cart } = orderer
        const stock = await items.lookUp(
          rows.flatMap(({ item_id: itemId }) => itemId ?? []),
          rows.flatMap(({ itemName }) => (itemName === null ? [] : nameKey(itemName))),
          session,
        )
        const live = new Map(
          cart.lines.map((doc) => [doc.key, toFoundLine(doc, cart._id, stock.all)]),
        )
        const placed = decideOrder(orderer, rows, stock, live, ordering.decisionsHeld)
        const added = { by: actorId, at: now, entries: placed.entries }
        const batch = await entries.add(added, session)
        const body = toAnswer(placed.lines, batch)
        const bytes = bytesOf(placed.entries, idempotency && body)
        await items.take(placed.taken, session)
        await lines.write(
          [
            {
              cart,
              lines: [
                ...placed.raised.map(({ line, after }) => changedDoc(line.doc, after, { isOwn })),
                ...placed.created.map((line) => newLineDoc(line, { isOwn, at: now })),
              ],
              set: {
                ...(isOwn && { usage: usageAfter(usage, rows.length, bytes, now) }),
                ...(isOwn &&
                  cart.changedAt === undefined && { knownSince: { at: now, what: 'order' } }),
              },
            },
          ],
          session,
        )
        return {
          value: body,
          carts: [cart],
          topics: placed.taken.size > 0 ? ['inventory'] : [],
        }
      }),
  }
}
