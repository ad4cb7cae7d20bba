import { allot, type DecidedLine, withDecision } from '#src/rules/allot.ts'
import { decidedEntry } from '#src/rules/entries.ts'
import type { Nudge, OrderStore, Step } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import type { LineRow, Lines } from './lines.ts'
import type { Topics } from './topics.ts'

type Parts = {
  topics: Topics
  items: Items
  lines: Lines
  entries: Entries
  keys: IdempotencyKeys
}

/** The method `orders.allot`. */
export function openAllotting(
  { write }: Connection,
  { topics, items, lines, entries, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  function writeLine({ line, ...after }: DecidedLine<LineRow>) {
    const isGiven = after.allotted !== line.allotted || after.delivered !== line.delivered
    if (isGiven) lines.give(line.id, after)
    if (after.status !== line.status || after.remarks !== line.remarks) lines.answer(line.id, after)
  }

  return {
    allot: ({ decisions, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const before = topics.revs()
          const leftOf = (itemId: string) => items.byId(itemId)?.itemQuantity ?? 0
          const { lines: decided, taken } = allot(decisions, lines.byId, leftOf)
          for (const line of decided) writeLine(line)
          for (const [itemId, units] of taken) items.take(itemId, units)
          const moved: Nudge[] = []
          const orders: Step[] = []
          const clubs = new Map<string, string>()
          for (const cartId of new Set(decided.map(({ line }) => line.cartId))) {
            const cart = topics.cart(cartId)
            if (!cart) continue
            clubs.set(cartId, cart.accountId)
            const order = topics.moveOrders(cart)
            moved.push(order)
            orders.push({ ...order, from: cart.rev })
          }
          const batch = entries.add({
            by: actorId,
            at: now,
            entries: decided.map((line) => decidedEntry(clubs.get(line.line.cartId) ?? '', line)),
          })
          if (moved.length > 0) moved.push(topics.move('carts'))
          if (taken.size > 0) moved.push(topics.move('inventory'))
          const steps = [...topics.stepsSince(before, ['carts', 'inventory']), ...orders]
          return { body: toAnswer(decided.map(withDecision), steps, batch), moved }
        }),
      ),
  }
}
