import type { OrderStore } from '../port.ts'
import { afterDecision, decideAllotment } from '../shared/decide-allotment.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

/** The method `orders.allot`. */
export function openAllotting(
  { write }: Connection,
  { topics, items, lines, ordering, entries, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  return {
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
