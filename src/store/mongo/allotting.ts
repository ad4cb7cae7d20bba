import type { OrderStore } from '../port.ts'
import { afterDecision, decideAllotment } from '../shared/decide-allotment.ts'
import type { Connection } from './connection.ts'
import { changedDoc, toFoundLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** The method `orders.allot`. */
export function openAllotting(
  { carts }: Connection,
  { items, lines, switches, entries, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  return {
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
