import type { ClientSession } from 'mongodb'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import type { AllottedLine } from '#src/rules/allot.ts'
import type { Connection } from './connection.ts'
import type { ItemDoc, LineDoc } from './documents.ts'

export const toStockItem = (item: ItemDoc): StockItem => ({
  _id: item._id,
  itemName: item.name,
  itemQuantity: item.quantity,
  itemStatus: item.status,
  rev: item.rev,
})

export type ItemsById = ReadonlyMap<string, ItemDoc>

/** Finds items inside a session, by id. */
export async function itemsById(
  { items }: Connection,
  ids: readonly (string | null)[],
  session: ClientSession,
): Promise<ItemsById> {
  const wanted = [...new Set(ids.filter((id) => id !== null))].toSorted()
  const found = wanted.length
    ? await items.find({ _id: { $in: wanted } }, { session }).toArray()
    : []
  return new Map(found.map((item) => [item._id, item]))
}

export const nameOf = (line: LineDoc, items: ItemsById): string =>
  line.ownName ?? items.get(line.itemId ?? '')?.name ?? ''

/** A line as replies show it, its fields in the order of the wire. */
export const toOrderLine = (line: LineDoc, items: ItemsById): OrderLine => ({
  _id: line._id,
  itemName: nameOf(line, items),
  ordered_quantity: line.ordered,
  allotted_quantity: line.allotted,
  status: line.status,
  remarks: line.remarks,
  link: line.link,
})

export type FoundLine = AllottedLine & { doc: LineDoc; cartId: string }

/** A line as the rules look at it. */
export const toFoundLine = (doc: LineDoc, cartId: string, items: ItemsById): FoundLine => ({
  doc,
  cartId,
  item_id: doc.itemId,
  itemName: nameOf(doc, items),
  allotted_quantity: doc.allotted,
  delivered_quantity: doc.delivered,
  status: doc.status,
  remarks: doc.remarks,
})
