import type { ClientSession } from 'mongodb'
import { inListOrder } from '#src/contract/list-order.ts'
import type { OrderRow } from '#src/contract/records.ts'
import { messageAnswer, orderAnswer } from '#src/rules/answers.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { orderingDisabled, place } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderingStore, OrderStore } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, ItemDoc, LineDoc } from './documents.ts'
import { toOrderLine } from './lines.ts'
import type { Topics } from './topics.ts'

type Methods = { ordering: OrderingStore; place: OrderStore['place'] }

/** The switch, and the orders that it guards. */
export function openOrdering(
  connection: Connection,
  epoch: string,
  { topics, answered }: { topics: Topics; answered: AnsweredKeys },
): Methods {
  const { accounts, carts, items, ordering, run, settled, transact } = connection

  /** Every item that the rows or the lines name, by id and by name. */
  async function stockOf(cart: CartDoc, rows: readonly OrderRow[], session: ClientSession) {
    const ids = new Set<string>()
    const keys = new Set<string>()
    for (const { itemId } of cart.lines) if (itemId !== null) ids.add(itemId)
    for (const row of rows)
      if (typeof row.item_id === 'string') ids.add(row.item_id)
      else if ('itemName' in row) keys.add(nameKey(row.itemName))
    const found = await items
      .find({ $or: [{ _id: { $in: [...ids] } }, { nameKey: { $in: [...keys] } }] }, { session })
      .toArray()
    const byId = new Map(found.map((item) => [item._id, item]))
    const byName = new Map(found.map((item) => [item.nameKey, item]))
    const show = (item: ItemDoc | undefined) =>
      item ? { itemName: item.name, itemStatus: item.status } : null
    return {
      byId,
      lookup: {
        byId: (id: string) => show(byId.get(id)),
        byName: (key: string) => show(byName.get(key)),
      },
    }
  }

  const toPlaced = (line: LineDoc) => ({
    doc: line,
    ordered_quantity: line.ordered,
    status: line.status,
    link: line.link,
  })

  return {
    ordering: {
      read: () =>
        run(async () => {
          const flag = await settled.ordering.findOne({ _id: 'ordering' })
          const isConfirmDisabled = flag?.isConfirmDisabled ?? false
          return { epoch, rev: flag?.rev ?? 0, rows: { isConfirmDisabled } }
        }),
      async set(isConfirmDisabled) {
        const value = { isConfirmDisabled }
        const rev = await transact(async (session) => {
          // the flag first: of two switches at one moment the second waits here, before it has touched a cart
          const before = await ordering.findOneAndUpdate(
            { _id: 'ordering', isConfirmDisabled: { $ne: isConfirmDisabled } },
            { $set: { isConfirmDisabled }, $inc: { rev: 1 } },
            { session },
          )
          if (!before) return null
          await carts.updateMany({}, { $set: { open: !isConfirmDisabled } }, { session })
          return before.rev + 1
        })
        return { value, moved: rev === null ? [] : [{ topic: 'ordering', rev }] }
      },
    },
    async place({ accountId, actorId, rows, idempotency, replyWith, now }) {
      const placed = await transact(
        (session) =>
          answered.once(actorId, idempotency, now, session, async () => {
            const account = await accounts.findOne(
              { _id: accountId },
              { session, projection: { access: 1 } },
            )
            if (account?.access !== 'user') throw notFound('This club')
            const cart = await carts.findOne({ accountId }, { session })
            if (!cart) throw notFound('This club')
            if (!cart.open) throw orderingDisabled()
            const { byId, lookup } = await stockOf(cart, rows, session)
            const live = new Map(cart.lines.map((line) => [line.key, toPlaced(line)]))
            const { raised, created } = place(rows, lookup, live)

            const after = new Map(cart.lines.map((line) => [line._id, line]))
            for (const { line, ordered_quantity, status, link } of raised)
              after.set(line.doc._id, { ...line.doc, ordered: ordered_quantity, status, link })
            for (const row of created) {
              const _id = Bun.randomUUIDv7()
              after.set(_id, {
                _id,
                key: lineKey(row),
                itemId: row.item_id,
                ownName: row.item_id === null ? row.itemName : null,
                link: row.link,
                ordered: row.ordered_quantity,
                allotted: 0,
                delivered: 0,
                status: 'Pending',
                remarks: '',
                at: now,
              })
            }
            const lines = [...after.values()]
            await carts.updateOne(
              { _id: cart._id, open: true },
              { $set: { lines }, $inc: { rev: 1 } },
              { session },
            )
            const body =
              replyWith === 'order'
                ? orderAnswer(inListOrder(lines.map((line) => toOrderLine(line, byId))))
                : messageAnswer()
            return { body, moved: topics.ordersNudge(cart) }
          }),
        `cart ${accountId}`,
      )
      const { body, replayed, moved } = placed
      return {
        value: { body, replayed },
        moved: moved ? await topics.told(['carts'], [moved]) : [],
      }
    },
  }
}
