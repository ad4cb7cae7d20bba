import type { Line } from '#src/contract/line.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKey } from '#src/rules/names.ts'
import { bytesOf, checkQuota, usageAfter } from '#src/rules/quota.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import { checkOrderer, decideOrder } from '../shared/decide-order.ts'
import type { Answer } from './answering.ts'
import type { LineDoc } from './documents.ts'
import { type Entries, toEntries } from './entries.ts'
import { toFoundLine } from './lines.ts'
import { copiedSwitch } from './ordering.ts'

const toNewDoc = (
  { id, itemName, ...line }: Line,
  { isOwn, at, batch }: { isOwn: boolean; at: number; batch: string },
): LineDoc => ({
  _id: id,
  key: lineKey({ itemId: line.itemId, itemName }),
  ...line,
  ownName: line.itemId === null ? itemName : null,
  known: knownAfter({ known: 'nothing', before: null }, seenOf(line), isOwn),
  at,
  batch,
})

/** The method `orders.place`. */
export function openPlacing(
  {
    answer,
    entries,
  }: {
    answer: Answer
    entries: Entries
  },
  rateLimits: boolean,
): Pick<OrderStore, 'place'> {
  return {
    place: ({ accountId, actorId, rows, isLate, idempotency, toAnswer, now }) =>
      answer({
        actorId,
        idempotency,
        now,
        order: { accountId, rows },
        decide(documents) {
          const found = documents.cartOf(accountId)
          const isOwn = actorId === accountId
          const usage = found?.usage ?? null
          if (isOwn && rateLimits) checkQuota(usage, rows.length, now)
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
              announced,
              known: knownAfter(
                { known: line.doc.known, before: seenOf(line) },
                seenOf({ ...line, ordered, allotted, status, announced }),
                isOwn,
              ),
              batch,
            }),
          )
          const created = placed.created.map((line) => toNewDoc(line, { isOwn, at: now, batch }))
          const body = toAnswer(placed.lines, batch)
          const bytes = bytesOf(placed.entries, idempotency && body)
          return {
            body,
            changes: {
              batch,
              ...(isOwn && {
                ownOrder: {
                  cartId: cart._id,
                  usage: usageAfter(usage, rows.length, bytes, now),
                  ...(cart.changedAt === undefined && {
                    knownSince: { at: now, what: 'order' as const },
                  }),
                },
              }),
              lines: new Map([[cart._id, [...raised, ...created]]]),
              taken: placed.taken,
              entries: toEntries(batch, { by: actorId, at: now, entries: placed.entries }),
            },
          }
        },
      }),
  }
}
