import { knownAfter, seenOf } from '#src/rules/known.ts'
import type { OrderStore } from '../port.ts'
import { afterDecision, decideAllotment } from '../shared/decide-allotment.ts'
import type { Answer } from './answering.ts'
import type { LineDoc } from './documents.ts'
import { type Entries, toEntries } from './entries.ts'

/** The method `orders.allot`. */
export function openAllotting({
  answer,
  entries,
}: {
  answer: Answer
  entries: Entries
}): Pick<OrderStore, 'allot'> {
  return {
    allot: ({ decisions, actorId, idempotency, toAnswer, now }) =>
      answer({
        actorId,
        idempotency,
        now,
        lineIds: decisions.map(({ lineId }) => lineId),
        decide(documents) {
          const {
            lines,
            taken,
            carts,
            entries: added,
          } = decideAllotment(decisions, {
            lineOf: documents.line,
            leftOf: documents.stock.leftOf,
            cartOf: documents.cart,
            isHeld: ({ held }) => held,
          })
          const batch = entries.nextBatch([
            ...carts,
            ...lines.flatMap(({ line }) => [line.doc, documents.items.get(line.itemId ?? '')]),
          ])
          const changed = Map.groupBy(lines, ({ line }) => line.cartId)
          const toDoc = ({
            line,
            allotted,
            delivered,
            status,
            remarks,
            announced,
          }: (typeof lines)[number]): LineDoc => ({
            ...line.doc,
            allotted,
            delivered,
            status,
            remarks,
            announced,
            known: knownAfter(
              { known: line.doc.known, before: seenOf(line) },
              seenOf({ ...line, allotted, status, remarks, announced }),
              false,
            ),
            batch,
          })
          return {
            body: toAnswer(lines.map(afterDecision), added.length > 0 ? batch : undefined),
            changes: {
              batch,
              lines: new Map([...changed].map(([cartId, of]) => [cartId, of.map(toDoc)])),
              taken,
              entries: toEntries(batch, { by: actorId, at: now, entries: added }),
            },
          }
        },
      }),
  }
}
