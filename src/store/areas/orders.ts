import { correct } from '#src/rules/correct.ts'
import { correctedEntry } from '#src/rules/entries.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { checkApproved, isOfClub, ordersAs } from '#src/rules/people.ts'
import { orderingDisabled } from '#src/rules/place.ts'
import { bytesOf, checkQuota } from '#src/rules/quota.ts'
import { notFound } from '#src/rules/refusal.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import type { Database } from '../tables.ts'
import { ask } from '../work.ts'
import { answerOnce } from './answers.ts'
import { decideAllotment, decideOrder } from './deciding.ts'
import { checkCurrent } from './editions.ts'
import { lookUp } from './items.ts'
import { byCart, changedLine, newLine, ownChange } from './lines.ts'

const NO_LINES = { lines: 0, custom: 0 }

/** The methods of `orders` with which clubs ask for things and administrators answer. */
export function openOrders(db: Database): Pick<OrderStore, 'place' | 'correct' | 'allot'> {
  const { rateLimits, write } = db
  return {
    place: ({ clubId, rows, isLate, edition, toAnswer, ...call }) =>
      answerOnce(db, call, function* (tables) {
        const { accounts, clubs, carts, lines, items, entries } = tables
        const { actorId, idempotency, now } = call
        const [cart] = yield* ask(carts.ofClubs([clubId]))
        const club = yield* ask(clubs.find(clubId))
        if (!cart || !club) throw notFound('This club')
        const { ordering } = yield* ask(tables.ordering.read())
        if (edition !== undefined) yield* checkCurrent(tables, ordering.edition, edition)
        const isOwn = ordersAs(yield* ask(accounts.find({ id: actorId })), clubId)
        if (isOwn && rateLimits) checkQuota(cart.usage, rows.length, now)
        if (isOwn) checkApproved(club.state)
        if (!isLate && !isOpenAt(ordering, now)) throw orderingDisabled()

        const ids = rows.flatMap(({ item_id }) => item_id ?? [])
        const names = rows.flatMap(({ itemName }) => (itemName === null ? [] : nameKey(itemName)))
        const stock = lookUp(yield* ask(items.find(ids, names)))
        // A cart may have hundreds of lines, and an order names a few.
        const named = yield* ask(lines.ofCart(cart.id, [...new Set(rows.map(lineKey))]))
        const live = new Map(named.map((line) => [line.key, line]))
        const isNew = rows.some((row) => !live.has(lineKey(row)))
        const placed = decideOrder(cart, rows, stock, {
          live,
          size: isNew ? yield* ask(lines.countOf(cart.id)) : NO_LINES,
          isHeld: ordering.decisionsHeld,
        })
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: placed.entries }))
        const written = [
          ...placed.raised.map(({ line, after }) => changedLine(line, after, isOwn)),
          ...placed.created.map((line) => newLine(line, { isOwn, now })),
        ]
        const value = toAnswer(written, batch)
        const bytes = bytesOf(placed.entries, idempotency && value)
        yield* ask(items.take(placed.taken))
        const own = isOwn && ownChange(cart, { rows: rows.length, bytes, now })
        yield* ask(carts.write([{ cart, lines: written, ...own }]))
        return { value, batch }
      }),
    correct: ({ lineId, correction, actorId, isOwn, toReader, now }) =>
      write(function* ({ accounts, clubs, carts, lines, items, ordering, entries }) {
        const [line] = yield* ask(lines.find([lineId]))
        const [cart] = line ? yield* ask(carts.find([line.cartId])) : []
        const actor = isOwn ? yield* ask(accounts.find({ id: actorId })) : null
        if (!line || !cart || (isOwn && !isOfClub(actor, cart.clubId))) throw notFound('This line')
        if (isOwn) {
          checkApproved((yield* ask(clubs.find(cart.clubId)))?.state ?? 'waiting')
          if (!isOpenAt((yield* ask(ordering.read())).ordering, now)) throw orderingDisabled()
        }
        const [item = null] = line.item_id === null ? [] : yield* ask(items.find([line.item_id]))
        const corrected = correct(line, correction, item, toReader)
        if (!corrected) return { value: line }

        const entry = correctedEntry(cart.clubId, corrected)
        if (isOwn && rateLimits) checkQuota(cart.usage, 1, now)
        if (item && corrected.returned > 0)
          yield* ask(items.take(new Map([[item._id, -corrected.returned]])))
        const value = changedLine(line, corrected.after, isOwn)
        const bytes = bytesOf([entry], undefined)
        const own = isOwn && ownChange(cart, { rows: 1, bytes, now })
        yield* ask(carts.write([{ cart, lines: [value], ...own }]))
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: [entry] }))
        return { value, batch }
      }),
    allot: ({ decisions, note, toAnswer, ...call }) =>
      answerOnce(db, call, function* ({ carts, lines: rows, items, ordering, entries }) {
        const isHeld = (yield* ask(ordering.read())).ordering.decisionsHeld
        const named = yield* ask(rows.find([...new Set(decisions.map(({ _id }) => _id))]))
        const found = yield* ask(carts.find(named.map(({ cartId }) => cartId)))
        const stock = lookUp(yield* ask(items.find(named.flatMap(({ item_id }) => item_id ?? []))))
        const byId = new Map(named.map((line) => [line._id, line]))
        const clubs = new Map(found.map(({ id, clubId }) => [id, clubId]))
        const decided = decideAllotment(
          { decisions, note },
          {
            lineOf: (id) => byId.get(id) ?? null,
            leftOf: stock.leftOf,
            clubOf(cartId) {
              const clubId = clubs.get(cartId)
              if (!clubId) throw new Error('The cart of a line is missing.')
              return clubId
            },
            isHeld,
          },
        )
        const after = decided.lines.map((each) => changedLine(each.line, each.after))
        yield* ask(items.take(decided.taken))
        yield* ask(carts.write(byCart(found, after).filter(({ lines }) => lines.length > 0)))
        const { actorId: by, now: at } = call
        const batch = yield* ask(entries.add({ by, at, entries: decided.entries }))
        return { value: toAnswer(after, batch), batch }
      }),
  }
}
