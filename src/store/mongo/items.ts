import type { ClientSession } from 'mongodb'
import { ITEM_VALUES, type ItemValues, type StockItem } from '#src/contract/records.ts'
import { pick } from '#src/contract/pick.ts'
import type { ItemNote } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Connection } from './connection.ts'
import type { ItemDoc } from './documents.ts'

export type ItemsById = ReadonlyMap<string, ItemDoc>

export const toStockItem = (item: ItemDoc): StockItem => ({
  _id: item._id,
  ...pick(item, ITEM_VALUES),
  rev: item.rev,
})

/** The document of a new item. */
export const toItemDoc = (item: StockItem): ItemDoc => ({
  ...item,
  key: nameKey(item.itemName),
  firstQuantity: item.itemQuantity,
  itemOrderedStatus: '',
  itemRemark: '',
  catalogueRev: item.itemStatus === 'enabled' ? 1 : 0,
})

export const toNote = ({ itemOrderedStatus, itemRemark }: ItemDoc): ItemNote => ({
  itemOrderedStatus,
  itemRemark,
})

type ChangedItem = {
  id: string
  after: Pick<ItemValues, 'itemName'> & Partial<ItemValues & ItemNote>
  isInCatalogue: boolean
}

/** Finds and changes stock items, and moves units on and off shelves, inside a transaction. */
export function openItems({ items }: Connection) {
  /** Ignores `null`, the item of a custom line. */
  async function byId(ids: readonly (string | null)[], session: ClientSession): Promise<ItemsById> {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    const found = wanted.length
      ? await items.find({ _id: { $in: wanted } }, { session }).toArray()
      : []
    return new Map(found.map((item) => [item._id, item]))
  }

  return {
    byId,
    /** The items that these lines name. */
    ofLines: (
      lines: readonly { item_id: string | null }[],
      session: ClientSession,
    ): Promise<ItemsById> =>
      byId(
        lines.map(({ item_id }) => item_id),
        session,
      ),
    /** The items that have one of these ids, or one of these `nameKey`s. */
    async lookUp(ids: readonly string[], keys: readonly string[], session: ClientSession) {
      const isNamed = { $or: [{ _id: { $in: [...ids] } }, { key: { $in: [...keys] } }] }
      const found = await items.find(isNamed, { session }).toArray()
      const all = new Map(found.map((item) => [item._id, toStockItem(item)]))
      const idOf = new Map(found.map((item) => [item.key, item._id]))
      return {
        all,
        byId: (id: string) => all.get(id) ?? null,
        byName: (key: string) => all.get(idOf.get(key) ?? '') ?? null,
        /** Units on the shelf. */
        leftOf: (id: string) => all.get(id)?.itemQuantity ?? 0,
      }
    },
    /** `key` is a `nameKey`. */
    byName: (key: string, session: ClientSession): Promise<ItemDoc | null> =>
      items.findOne({ key }, { session }),
    /** Writes other values of items. `isInCatalogue`: clubs see the change. */
    async set(changed: readonly ChangedItem[], session: ClientSession): Promise<void> {
      if (changed.length === 0) return
      await items.bulkWrite(
        changed.map(({ id, after, isInCatalogue }) => ({
          updateOne: {
            filter: { _id: id },
            update: {
              $set: { ...after, key: nameKey(after.itemName) },
              $inc: { rev: 1, catalogueRev: isInCatalogue ? 1 : 0 },
            },
          },
        })),
        { session },
      )
    },
    /** Takes units off shelves, below zero puts them back. Goes by id, so that no two writers wait for each other. */
    async take(taken: ReadonlyMap<string, number>, session: ClientSession): Promise<void> {
      if (taken.size === 0) return
      await items.bulkWrite(
        [...taken]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([_id, units]) => ({
            updateOne: {
              filter: { _id },
              update: { $inc: { itemQuantity: -units, rev: 1 } },
            },
          })),
        { session },
      )
    },
  }
}
