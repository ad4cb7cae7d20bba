import type { ClientSession, Document, Filter } from 'mongodb'
import type { Connection } from './connection.ts'
import type { AnsweredDoc, CartDoc } from './documents.ts'
import { toEntriesDocs } from './entry-documents.ts'
import {
  type Catalogue,
  type Found,
  type HeldItem,
  itemsTaken,
  type Needs,
  type RememberedCart,
  type Written,
} from './group-documents.ts'
import { openCatalogue, rememberLines } from './remembered.ts'
import type { Topics } from './topics.ts'

/** The first reply holds everything: a second one would be another round trip. */
const ONE_REPLY = { batchSize: 100_000 }

/** The fields of an item that a decision needs to take units. */
const OF_ITEM = { quantity: 1, rev: 1, batch: 1 } as const

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** The filters of a query whose values are not empty, as one filter; `null` if all are. */
function anyOf<Doc extends Document>(wanted: Record<string, string[]>): Filter<Doc> | null {
  const filters = Object.entries(wanted)
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => ({ [field]: { $in: values } }))
  if (filters.length === 0) return null
  return (filters.length === 1 ? filters[0] : { $or: filters }) as Filter<Doc>
}

const hasItemsOf = ({ byId: known }: Catalogue, { lines }: CartDoc): boolean =>
  lines.every(({ itemId }) => itemId === null || known.has(itemId))

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1)

/** Reads what a group needs, and writes what it changes: one write for each collection, inside the group's transaction. */
export function openGroupStorage(connection: Connection, topics: Topics) {
  const { answered, carts, entries, items, settled } = connection
  const readCatalogue = openCatalogue(connection)
  const memory = rememberLines()

  async function readAccess(ids: string[]) {
    const options = { ...ONE_REPLY, projection: { access: 1 } }
    const found =
      ids.length > 0 ? await settled.accounts.find({ _id: { $in: ids } }, options).toArray() : []
    return new Map(found.map(({ _id, access }) => [_id, access]))
  }

  /** Reads the lines of those carts only that changed since a group of this instance. */
  async function readCarts(wanted: Filter<CartDoc>, session: ClientSession): Promise<CartDoc[]> {
    const options = { session, ...ONE_REPLY }
    const found = await carts
      .find<Omit<CartDoc, 'lines'>>(wanted, { ...options, projection: { lines: 0 } })
      .toArray()
    const known: CartDoc[] = []
    const unknown: string[] = []
    for (const cart of found) {
      const lines = memory.linesOf(cart)
      if (lines) known.push({ ...cart, lines })
      else unknown.push(cart._id)
    }
    if (unknown.length === 0) return known
    return [...known, ...(await carts.find({ _id: { $in: unknown } }, options).toArray())]
  }

  return {
    async readAnswers(ids: readonly string[], session: ClientSession): Promise<AnsweredDoc[]> {
      if (ids.length === 0) return []
      return answered.find({ _id: { $in: unique(ids) } }, { session, ...ONE_REPLY }).toArray()
    },
    /** Reads roles and names beside the transaction, after all callers of the group have asked. No group changes them. */
    async read(needs: readonly Needs[], session: ClientSession): Promise<Found> {
      const accountIds = unique(needs.flatMap(({ order }) => order?.accountId ?? []))
      const lineIds = unique(needs.flatMap((need) => need.lineIds ?? []))
      const beside = Promise.all([readAccess(accountIds), readCatalogue()])
      // Awaited below, when no command of the transaction is under way.
      beside.catch(() => undefined)

      const wanted = anyOf<CartDoc>({ accountId: accountIds, 'lines._id': lineIds })
      const foundCarts = wanted ? await readCarts(wanted, session) : []
      const ids = itemsTaken(needs, foundCarts)
      const foundItems =
        ids.length > 0
          ? await items
              .find<HeldItem>({ _id: { $in: ids } }, { session, ...ONE_REPLY, projection: OF_ITEM })
              .toArray()
          : []
      const revs = { carts: 0, inventory: 0 }
      if (lineIds.length > 0) {
        revs.carts = await topics.ofCarts(session)
        revs.inventory = (await topics.ofItems(session)).inventory
      }
      const [access, known] = await beside
      // Another instance may have added an item, and ordered it, after the catalogue was read and before the cart was.
      const isComplete = foundCarts.every((cart) => hasItemsOf(known, cart))
      const catalogue = isComplete ? known : await readCatalogue()
      return { access, carts: foundCarts, catalogue, items: foundItems, revs }
    },
    /** Belongs after the commit. */
    remember: (moved: readonly RememberedCart[]): void => moved.forEach(memory.keep),
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
      if (written.entries.length > 0)
        await entries.insertMany(toEntriesDocs(written.entries), { session })
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
