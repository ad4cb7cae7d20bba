import { allot, type DecidedLine, withDecision } from '#src/rules/allot.ts'
import type { Nudge, OrderStore, Step } from '../port.ts'
import type { Connection } from './connection.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import type { Ledger } from './ledger.ts'
import type { LineRow, Lines } from './lines.ts'
import type { Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; lines: Lines; ledger: Ledger; keys: IdempotencyKeys }

/** The method `orders.allot`. */
export function openAllotting(
  { prepare, write }: Connection,
  { topics, items, lines, ledger, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  const give = prepare(
    'UPDATE lines SET allotted_quantity = ?, delivered_quantity = ? WHERE id = ?',
  )
  const mark = prepare('UPDATE lines SET status = ?, remarks = ? WHERE id = ?')

  function writeLine(decided: DecidedLine<LineRow>, actorId: string, at: number) {
    const { line, units, allotted, delivered, status, remarks } = decided
    const { id: lineId, itemId } = line
    if (units !== 0 || delivered !== line.delivered) give.run(allotted, delivered, lineId)
    if (status !== line.status || remarks !== line.remarks) mark.run(status, remarks, lineId)
    if (units === 0) return
    const itemChange = itemId === null ? 0 : -units
    const reason = 'allotted'
    ledger.record({ itemId, itemChange, lineId, lineChange: units, reason, actorId, at })
  }

  return {
    allot: ({ decisions, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const before = topics.revs()
          const leftOf = (itemId: string) => items.byId(itemId)?.itemQuantity ?? 0
          const { lines: decided, taken } = allot(decisions, lines.byId, leftOf)
          for (const line of decided) writeLine(line, actorId, now)
          for (const [itemId, units] of taken) items.take(itemId, units)
          const moved: Nudge[] = []
          const orders: Step[] = []
          for (const cartId of new Set(decided.map(({ line }) => line.cartId))) {
            const cart = topics.cart(cartId)
            if (!cart) continue
            const order = topics.moveOrders(cart)
            moved.push(order)
            orders.push({ ...order, from: cart.rev })
          }
          if (moved.length > 0) moved.push(topics.move('carts'))
          if (taken.size > 0) moved.push(topics.move('inventory'))
          const steps = [...topics.stepsSince(before, ['carts', 'inventory']), ...orders]
          return { body: toAnswer(decided.map(withDecision), steps), moved }
        }),
      ),
  }
}
