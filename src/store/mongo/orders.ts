import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { correct } from '#src/rules/correct.ts'
import { correctedEntry } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import { checkApproved, isOfClub, ordersAs } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import { afterDecision, decideAllotment } from '../shared/decide-allotment.ts'
import { checkOrderer, decideOrder } from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import { toStockItem } from './items.ts'
import { changedDoc, newLineDoc, toFoundLine, toLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** The methods of `orders` with which clubs ask for things and administrators answer. */
export function openOrders(
  { accounts, carts, clubs }: Connection,
  { rateLimits, accounts: people, topics, items, lines, switches, editions, entries, keys }: Parts,
): Pick<OrderStore, 'place' | 'correct' | 'allot'> {
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
    allot: ({ decisions, note, actorId, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const { ordering } = await switches.read(session)
        const ids = new Set(decisions.map(({ _id: lineId }) => lineId))
        const found = await carts.find({ 'lines._id': { $in: [...ids] } }, { session }).toArray()
        const named = found.flatMap((cart) => cart.lines.filter(({ _id }) => ids.has(_id)))
        const stock = await items.ofLines(named, session)
        const byId = new Map(
          found.flatMap((cart) =>
            cart.lines.map((doc) => [doc._id, toFoundLine(doc, cart._id, stock)]),
          ),
        )
        const cartById = new Map(found.map((cart) => [cart._id, cart]))
        const decided = decideAllotment(
          { decisions, note },
          {
            lineOf: (id) => byId.get(id) ?? null,
            leftOf: (id) => stock.get(id)?.itemQuantity ?? 0,
            cartOf: (id) => cartById.get(id) ?? null,
            isHeld: ordering.decisionsHeld,
          },
        )
        const after = decided.lines.map(afterDecision)
        const ofCart = Map.groupBy(after, ({ cartId }) => cartId)
        await items.take(decided.taken, session)
        await lines.write(
          decided.carts.map((cart) => ({
            cart,
            lines: (ofCart.get(cart._id) ?? []).map((line) => changedDoc(line.doc, line)),
          })),
          session,
        )
        const added = { by: actorId, at: now, entries: decided.entries }
        return {
          value: toAnswer(after, await entries.add(added, session)),
          carts: decided.carts,
          topics: decided.taken.size > 0 ? ['inventory'] : [],
        }
      }),
  }
}
