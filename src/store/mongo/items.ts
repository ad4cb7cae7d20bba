import type { ClientSession } from 'mongodb'
import { ITEM_VALUES, type StockItem, type StockSummary } from '#src/contract/records.ts'
import { pick } from '#src/contract/pick.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Tables } from '../tables.ts'
import type { Collections, ItemDoc } from './documents.ts'
import type { KnownItems } from './carts.ts'
import type { Moves } from './topics.ts'

const toStockItem = (item: ItemDoc): StockItem => ({
  _id: item._id,
  ...pick(item, ITEM_VALUES),
  rev: item.rev,
})

/** The items that these lines name, by id. */
export async function itemsOf(
  { items }: Collections,
  lines: readonly { item_id: string | null }[],
  session: ClientSession,
): Promise<Map<string, ItemDoc>> {
  const ids = new Set(lines.flatMap(({ item_id }) => item_id ?? []))
  const found = await items.find({ _id: { $in: [...ids] } }, { session }).toArray()
  return new Map(found.map((item) => [item._id, item]))
}

/** The document of a new item. */
const toItemDoc = (item: StockItem): ItemDoc => ({
  ...item,
  key: nameKey(item.itemName),
  firstQuantity: item.itemQuantity,
  itemOrderedStatus: '',
  itemRemark: '',
  catalogueRev: item.itemStatus === 'enabled' ? 1 : 0,
})

const NOTE = ['itemOrderedStatus', 'itemRemark'] as const

type Sums = { _id: string; ordered: number; allotted: number }
const SUMS = [
  { $unwind: '$lines' },
  { $match: { 'lines.item_id': { $ne: null } } },
  {
    $group: {
      _id: '$lines.item_id',
      ordered: { $sum: '$lines.ordered_quantity' },
      allotted: { $sum: '$lines.allotted_quantity' },
    },
  },
]

/** Stock items. */
export function openItems(
  { carts, items }: Collections,
  session: ClientSession,
  moves: Moves,
  known: KnownItems,
): Tables['items'] {
  function noted(found: ItemDoc[]): ItemDoc[] {
    for (const item of found) known.set(item._id, item)
    return found
  }

  return {
    all: async () => noted(await items.find({}, { session }).toArray()).map(toStockItem),
    catalogue: async () =>
      (await items.find({ itemStatus: 'enabled' }, { session }).toArray()).map((item) =>
        pick(item, ['_id', 'itemName', 'unit']),
      ),
    async find(ids, keys = []) {
      if (ids.length + keys.length === 0) return []
      const isNamed = { $or: [{ _id: { $in: [...ids] } }, { key: { $in: [...keys] } }] }
      const isKnown = keys.length === 0 && ids.every((id) => known.has(id))
      const found = isKnown
        ? [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
        : noted(await items.find(isNamed, { session }).toArray())
      return found.map((item) => ({ ...toStockItem(item), ...pick(item, NOTE) }))
    },
    async summarize(ids) {
      const found = await items.find(ids ? { _id: { $in: [...ids] } } : {}, { session }).toArray()
      const sums = await carts.aggregate<Sums>(SUMS, { session }).toArray()
      const byId = new Map(sums.map((one) => [one._id, one]))
      return found.map((item): StockSummary => ({
        ...pick(item, ['_id', 'itemName', 'unit', 'place']),
        availableQuantity: item.itemQuantity,
        totalOrderedQuantity: byId.get(item._id)?.ordered ?? 0,
        totalAllottedQuantity: byId.get(item._id)?.allotted ?? 0,
        ...pick(item, NOTE),
      }))
    },
    async add(added) {
      if (added.length === 0) return
      await items.insertMany(added.map(toItemDoc), { session })
      moves.add('inventory')
      if (added.some(({ itemStatus }) => itemStatus === 'enabled')) moves.add('catalogue')
    },
    async change(changes) {
      if (changes.length === 0) return
      for (const { id } of changes) known.delete(id)
      await items.bulkWrite(
        changes.map(({ id, after, isInCatalogue }) => ({
          updateOne: {
            filter: { _id: id },
            update: {
              $set: {
                ...after,
                ...(after.itemName !== undefined && { key: nameKey(after.itemName) }),
              },
              $inc: { rev: 1, catalogueRev: isInCatalogue ? 1 : 0 },
            },
          },
        })),
        { session },
      )
      moves.add('inventory')
      if (changes.some(({ isInCatalogue }) => isInCatalogue)) moves.add('catalogue')
    },
    /** Goes by id, so that no two writers wait for each other. */
    async take(taken) {
      if (taken.size === 0) return
      for (const id of taken.keys()) known.delete(id)
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
      moves.add('inventory')
    },
  }
}
