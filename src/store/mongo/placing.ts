import type { Line } from '#src/contract/line.ts'
import { lineKey } from '#src/rules/names.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import { checkOrderer, decideOrder } from '../shared/decide-order.ts'
import { ordersStep } from '../shared/revs.ts'
import type { Answer } from './answering.ts'
import type { LineDoc } from './documents.ts'
import { type Entries, toEntries } from './entries.ts'
import { toFoundLine } from './lines.ts'
import { copiedSwitch } from './ordering.ts'

const toNewDoc = ({ id, itemName, ...line }: Line, at: number, batch: string): LineDoc => ({
  _id: id,
  key: lineKey({ itemId: line.itemId, itemName }),
  ...line,
  ownName: line.itemId === null ? itemName : null,
  at,
  batch,
})

/** The method `orders.place`. */
export function openPlacing({
  answer,
  entries,
}: {
  answer: Answer
  entries: Entries
}): Pick<OrderStore, 'place'> {
  return {
    place: ({ accountId, actorId, rows, isLate, idempotency, toAnswer, now }) =>
      answer({
        actorId,
        idempotency,
        now,
        order: { accountId, rows },
        decide(documents) {
          const found = documents.cartOf(accountId)
          const cart = checkOrderer(
            found && { ...found, id: found._id, isOpen: isOpenAt(copiedSwitch(found), now) },
            isLate,
          )
          const live = new Map(
            [...cart.lines.values()].map((line) => [
              line.key,
              toFoundLine(line, cart._id, documents.shown),
            ]),
          )
          const placed = decideOrder(cart, rows, documents.stock, live, cart.held)
          const batch = entries.nextBatch([
            cart,
            ...placed.raised.map(({ line }) => line.doc),
            ...[...placed.taken.keys()].map((itemId) => documents.items.get(itemId)),
          ])
          const raised = placed.raised.map(
            ({
              line,
              after: { ordered, allotted, delivered, status, link, announced },
            }): LineDoc => ({
              ...line.doc,
              ordered,
              allotted,
              delivered,
              status,
              link,
              ...((line.announced || announced) && { announced }),
              batch,
            }),
          )
          const created = placed.created.map((line) => toNewDoc(line, now, batch))
          return {
            body: toAnswer(placed.lines, [ordersStep(cart)], batch),
            changes: {
              batch,
              lines: new Map([[cart._id, [...raised, ...created]]]),
              taken: placed.taken,
              entries: toEntries(batch, { by: actorId, at: now, entries: placed.entries }),
            },
          }
        },
      }),
  }
}
