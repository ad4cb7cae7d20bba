import type { ClientSession, Filter } from 'mongodb'
import { inListOrder } from '#src/contract/list-order.ts'
import type { StockSummary } from '#src/contract/records.ts'
import { addedItemEntry, editedItemEntry } from '#src/rules/entries.ts'
import { changedMeanwhile, decideNotes, editedItem, nameTaken, newItem } from '#src/rules/item.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { ItemDoc } from './documents.ts'
import { toItemDoc, toNote, toStockItem } from './items.ts'
import type { Parts } from './parts.ts'

type Sums = { _id: string; ordered: number; allotted: number }

/** The area `stock`. */
export function openStock(
  { carts, items, snapshot }: Connection,
  { topics, items: stock, entries }: Parts,
): Omit<StockStore, 'saveSheet'> {
  async function checkName(itemName: string, ownId: string | null, session: ClientSession) {
    const namesake = await stock.byName(nameKey(itemName), session)
    if (namesake && namesake._id !== ownId) throw nameTaken(namesake.itemName)
  }

  /** The summary of the items that match; in no particular order. */
  async function summarize(filter: Filter<ItemDoc>, session: ClientSession) {
    const found = await items.find(filter, { session }).toArray()
    const sums = await sumLines(session)
    return found.map((item): StockSummary => ({
      _id: item._id,
      itemName: item.itemName,
      unit: item.unit,
      place: item.place,
      availableQuantity: item.itemQuantity,
      totalOrderedQuantity: sums.get(item._id)?.ordered ?? 0,
      totalAllottedQuantity: sums.get(item._id)?.allotted ?? 0,
      ...toNote(item),
    }))
  }

  async function sumLines(session: ClientSession): Promise<Map<string, Sums>> {
    const sums = await carts
      .aggregate<Sums>(
        [
          { $unwind: '$lines' },
          { $match: { 'lines.item_id': { $ne: null } } },
          {
            $group: {
              _id: '$lines.item_id',
              ordered: { $sum: '$lines.ordered_quantity' },
              allotted: { $sum: '$lines.allotted_quantity' },
            },
          },
        ],
        { session },
      )
      .toArray()
    return new Map(sums.map((sum) => [sum._id, sum]))
  }

  return {
    listCatalogue: () =>
      snapshot(async (session) => {
        const found = await items.find({ itemStatus: 'enabled' }, { session }).toArray()
        const rows = found.map(({ _id, itemName, unit }) => ({ _id, itemName, unit }))
        return { rev: await topics.revs.catalogue(session), rows: inListOrder(rows) }
      }),
    list: () =>
      snapshot(async (session) => {
        const found = await items.find({}, { session }).toArray()
        const rev = found.reduce((sum, item) => sum + item.rev, 0)
        return { rev, rows: inListOrder(found.map(toStockItem)) }
      }),
    listSummary: () =>
      snapshot(async (session) => {
        const rows = await summarize({}, session)
        const rev = (await topics.revs.inventory(session)) + (await topics.revs.carts(session))
        return { rev, rows: inListOrder(rows) }
      }),
    add: (item, actorId, now) =>
      topics.write(async (session) => {
        const value = newItem(item)
        const isEnabled = value.itemStatus === 'enabled'
        await checkName(value.itemName, null, session)
        await items.insertOne(toItemDoc(value), { session })
        const added = { by: actorId, at: now, entries: [addedItemEntry(value)] }
        const batch = await entries.add(added, session)
        return { value, batch, topics: isEnabled ? ['inventory', 'catalogue'] : ['inventory'] }
      }),
    edit: (id, change, actorId, now) =>
      topics.write(async (session) => {
        const found = await items.findOne({ _id: id }, { session })
        if (!found) throw notFound('This item')
        const before = toStockItem(found)
        if (change.rev !== before.rev) throw changedMeanwhile(before)
        const edit = editedItem(before, change)
        if (!edit) return { value: before }

        const { after, isRenamed, isOnLines, isInCatalogue } = edit
        if (isRenamed) await checkName(after.itemName, id, session)
        await stock.set([{ id, after, isInCatalogue }], session)
        const edited = { by: actorId, at: now, entries: [editedItemEntry(before, after)] }
        const batch = await entries.add(edited, session)
        // A stock line shows its item's present name and unit, so changing them moves the orders that name it.
        const named = { 'lines.item_id': id }
        const renamed = isOnLines ? await carts.find(named, { session }).toArray() : []
        if (isOnLines) await carts.updateMany(named, { $inc: { rev: 1 } }, { session })
        const value = { ...before, ...after, rev: before.rev + 1 }
        return {
          value,
          batch,
          carts: renamed,
          topics: isInCatalogue ? ['inventory', 'catalogue'] : ['inventory'],
        }
      }),
    note: (notes, actorId, now) =>
      topics.write(async (session) => {
        const found = await stock.byId(
          notes.map(({ _id }) => _id),
          session,
        )
        const {
          ids,
          changed,
          entries: written,
        } = decideNotes(notes, (id) => {
          const item = found.get(id)
          return item ? toNote(item) : null
        })
        if (changed.length > 0)
          await items.bulkWrite(
            changed.map(({ id, note }) => ({
              updateOne: {
                filter: { _id: id },
                update: { $set: note, $inc: { rev: 1 } },
              },
            })),
            { session },
          )
        return {
          value: inListOrder(await summarize({ _id: { $in: ids } }, session)),
          batch: await entries.add({ by: actorId, at: now, entries: written }, session),
          topics: changed.length > 0 ? ['inventory'] : [],
        }
      }),
  }
}
