import type { ClientSession, Document, Filter } from 'mongodb'
import type { Connection } from './connection.ts'
import type { AnsweredDoc, CartDoc, ItemDoc } from './documents.ts'
import { type Found, type HeldItem, itemsIn, type Needs, type Written } from './group-documents.ts'
import type { Topics } from './topics.ts'

/** The first reply holds everything: a second one would be another round trip. */
const ONE_REPLY = { batchSize: 100_000 }

/** What decisions read of an item. */
const OF_ITEM = { name: 1, nameKey: 1, status: 1, quantity: 1, rev: 1, batch: 1 } as const

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** The filters of a query whose values are not empty, as one filter; `null` if all are. */
function anyOf<Doc extends Document>(wanted: Record<string, string[]>): Filter<Doc> | null {
  const filters = Object.entries(wanted)
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => ({ [field]: { $in: values } }))
  if (filters.length === 0) return null
  return (filters.length === 1 ? filters[0] : { $or: filters }) as Filter<Doc>
}

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1)

/** Reads and writes what a group needs and changes: one command for each collection, inside the group's transaction. */
export function openGroupStorage(
  { accounts, answered, carts, entries, items }: Connection,
  topics: Topics,
) {
  async function readAccess(ids: string[], session: ClientSession) {
    const options = { session, ...ONE_REPLY, projection: { access: 1 } }
    const found =
      ids.length > 0 ? await accounts.find({ _id: { $in: ids } }, options).toArray() : []
    return new Map(found.map(({ _id, access }) => [_id, access]))
  }

  return {
    async readAnswers(ids: readonly string[], session: ClientSession): Promise<AnsweredDoc[]> {
      if (ids.length === 0) return []
      return answered.find({ _id: { $in: unique(ids) } }, { session, ...ONE_REPLY }).toArray()
    },
    async read(needs: readonly Needs[], session: ClientSession): Promise<Found> {
      const orders = needs.flatMap(({ order }) => order ?? [])
      const accountIds = unique(orders.map(({ accountId }) => accountId))
      const lineIds = unique(needs.flatMap((need) => need.lineIds ?? []))
      const access = await readAccess(accountIds, session)
      const named = anyOf<CartDoc>({ accountId: accountIds, 'lines._id': lineIds })
      const foundCarts = named ? await carts.find(named, { session, ...ONE_REPLY }).toArray() : []
      const { ids, nameKeys } = itemsIn(
        orders.flatMap(({ rows }) => rows),
        foundCarts,
      )
      const wanted = anyOf<ItemDoc>({ _id: ids, nameKey: nameKeys })
      const foundItems = wanted
        ? await items
            .find<HeldItem>(wanted, { session, ...ONE_REPLY, projection: OF_ITEM })
            .toArray()
        : []
      const revs = { carts: 0, inventory: 0 }
      if (lineIds.length > 0) {
        revs.carts = await topics.ofCarts(session)
        revs.inventory = (await topics.ofItems(session)).inventory
      }
      return { access, carts: foundCarts, items: foundItems, revs }
    },
    /** Goes by id within a collection, so that of two groups the second fails at the first document that both want. */
    async write(written: Written, session: ClientSession): Promise<void> {
      if (written.items.length > 0)
        await items.bulkWrite(
          written.items.toSorted(byId).map(({ _id, quantity, rev, batch }) => ({
            updateOne: { filter: { _id }, update: { $set: { quantity, rev, batch } } },
          })),
          { session },
        )
      if (written.carts.length > 0)
        await carts.bulkWrite(
          written.carts.toSorted(byId).map(({ _id, set }) => ({
            updateOne: { filter: { _id }, update: { $set: set } },
          })),
          { session },
        )
      if (written.entries.length > 0) await entries.insertMany(written.entries, { session })
      if (written.answers.length > 0)
        await answered.bulkWrite(
          written.answers.map(({ document, isStored }) =>
            isStored
              ? { replaceOne: { filter: { _id: document._id }, replacement: document } }
              : { insertOne: { document } },
          ),
          { session },
        )
    },
  }
}
