import type { ClientSession } from 'mongodb'
import type { LineRequest } from '#src/contract/line.ts'
import { orderedEntry, raisedEntry } from '#src/rules/entries.ts'
import { may } from '#src/rules/permissions.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { orderingDisabled, place, type Placement } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, ItemDoc, LineDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { toLine } from './lines.ts'
import type { Topics } from './topics.ts'

const toNewDoc = (
  created: Placement<LineDoc>['created'][number],
  now: number,
  batch: string,
): LineDoc => ({
  _id: Bun.randomUUIDv7(),
  key: lineKey(created),
  itemId: created.itemId,
  ownName: created.itemId === null ? created.itemName : null,
  link: created.link,
  ordered: created.ordered,
  allotted: 0,
  delivered: 0,
  status: 'Pending',
  remarks: '',
  at: now,
  batch,
})

const withId = (line: LineDoc) => ({ ...line, id: line._id })

/** The method `orders.place`. */
export function openPlacing(
  { accounts, carts, items, transact }: Connection,
  { topics, entries, keys }: { topics: Topics; entries: Entries; keys: IdempotencyKeys },
): Pick<OrderStore, 'place'> {
  /** Every item that the rows or the lines refer to, by id and by name. */
  async function stockOf(cart: CartDoc, rows: readonly LineRequest[], session: ClientSession) {
    const ids = new Set<string>()
    const names = new Set<string>()
    for (const { itemId } of cart.lines) if (itemId !== null) ids.add(itemId)
    for (const { itemId, itemName } of rows)
      if (itemId !== null) ids.add(itemId)
      else names.add(nameKey(itemName ?? ''))
    const found = await items
      .find({ $or: [{ _id: { $in: [...ids] } }, { nameKey: { $in: [...names] } }] }, { session })
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

  /** The cart of a club while ordering is open. */
  async function openCartOf(accountId: string, session: ClientSession): Promise<CartDoc> {
    const account = await accounts.findOne(
      { _id: accountId },
      { session, projection: { access: 1 } },
    )
    if (!account || !may(account.access, 'orders.own')) throw notFound('This club')
    const cart = await carts.findOne({ accountId }, { session })
    if (!cart) throw notFound('This club')
    if (!cart.open) throw orderingDisabled()
    return cart
  }

  return {
    async place({ accountId, actorId, rows, idempotency, toAnswer, now }) {
      const { body, replayed, moved } = await transact(
        (session) =>
          keys.once(actorId, idempotency, now, session, async () => {
            const cart = await openCartOf(accountId, session)
            const { byId, lookup } = await stockOf(cart, rows, session)
            const live = new Map(cart.lines.map((line) => [line.key, line]))
            const { raised, created } = place(rows, lookup, live)

            const batch = entries.nextBatch(raised.map(({ line }) => line))
            const made = created.map((row) => toNewDoc(row, now, batch))
            const after = new Map([...cart.lines, ...made].map((line) => [line._id, line]))
            for (const { line, ordered, status, link } of raised)
              after.set(line._id, { ...line, ordered, status, link, batch })
            const lines = [...after.values()]
            await carts.updateOne(
              { _id: cart._id, open: true },
              { $set: { lines }, $inc: { rev: 1 } },
              { session },
            )
            const written = [
              ...raised.map(({ line, ordered, status, link }) =>
                raisedEntry(accountId, withId(line), { ordered, status, link }),
              ),
              ...made.map((line) => orderedEntry(accountId, withId(line))),
            ]
            await entries.add(batch, { by: actorId, at: now, entries: written }, session)
            const nudge = topics.ordersNudge(cart)
            const step = { ...nudge, from: cart.rev }
            return {
              body: toAnswer(
                lines.map((line) => toLine(line, byId)),
                [step],
              ),
              moved: nudge,
            }
          }),
        `cart ${accountId}`,
      )
      return {
        value: { body, replayed },
        moved: moved ? await topics.told(['carts'], [moved]) : [],
      }
    },
  }
}
