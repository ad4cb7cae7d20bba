import type { ClientSession, Filter } from 'mongodb'
import { inListOrder } from '#src/contract/list-order.ts'
import type { StockItem, StockSummary } from '#src/contract/records.ts'
import {
  addedItemEntry,
  editedItemEntry,
  type ItemNote,
  notedItemEntry,
} from '#src/rules/entries.ts'
import { changedMeanwhile, editedItem, nameTaken } from '#src/rules/item.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound, Refusal } from '#src/rules/refusal.ts'
import type { Nudge, StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { ItemDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import { type Items, toNote, toStockItem } from './items.ts'
import type { Topics } from './topics.ts'

type Sums = { _id: string; ordered: number; allotted: number }

type Parts = { topics: Topics; items: Items; entries: Entries }

/** The area `stock`. */
export function openStock(
  { carts, items, snapshot, transact }: Connection,
  epoch: string,
  { topics, items: stock, entries }: Parts,
): StockStore {
  async function checkName(itemName: string, ownId: string | null, session: ClientSession) {
    const namesake = await stock.byName(nameKey(itemName), session)
    if (namesake && namesake._id !== ownId) throw nameTaken(namesake.name)
  }

  /** The summary of the items that match; in no particular order. */
  async function summarize(filter: Filter<ItemDoc>, session: ClientSession) {
    const found = await items.find(filter, { session }).toArray()
    const sums = await sumLines(session)
    return found.map((item): StockSummary => ({
      _id: item._id,
      itemName: item.name,
      availableQuantity: item.quantity,
      totalOrderedQuantity: sums.get(item._id)?.ordered ?? 0,
      totalAllottedQuantity: sums.get(item._id)?.allotted ?? 0,
      itemOrderedStatus: item.orderedStatus,
      itemRemark: item.remark,
    }))
  }

  async function sumLines(session: ClientSession): Promise<Map<string, Sums>> {
    const sums = await carts
      .aggregate<Sums>(
        [
          { $unwind: '$lines' },
          { $match: { 'lines.itemId': { $ne: null } } },
          {
            $group: {
              _id: '$lines.itemId',
              ordered: { $sum: '$lines.ordered' },
              allotted: { $sum: '$lines.allotted' },
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
        const found = await items.find({ status: 'enabled' }, { session }).toArray()
        const { catalogue } = await topics.ofItems(session)
        const rows = found.map(({ _id, name }) => ({ _id, itemName: name }))
        return { epoch, rev: catalogue, rows: inListOrder(rows) }
      }),
    list: () =>
      snapshot(async (session) => {
        const found = await items.find({}, { session }).toArray()
        const rev = found.reduce((sum, item) => sum + item.rev, 0)
        return { epoch, rev, rows: inListOrder(found.map(toStockItem)) }
      }),
    listSummary: () =>
      snapshot(async (session) => {
        const rows = await summarize({}, session)
        const { inventory } = await topics.ofItems(session)
        return { epoch, rev: inventory + (await topics.ofCarts(session)), rows: inListOrder(rows) }
      }),
    async add({ itemName, itemQuantity, itemStatus }, actorId, now) {
      const _id = Bun.randomUUIDv7()
      const isEnabled = itemStatus === 'enabled'
      const value = { _id, itemName, itemQuantity, itemStatus, rev: 1 }
      const batch = await transact(async (session) => {
        await checkName(itemName, null, session)
        const batch = entries.nextBatch([])
        await items.insertOne(
          {
            _id,
            name: itemName,
            nameKey: nameKey(itemName),
            quantity: itemQuantity,
            firstQuantity: itemQuantity,
            status: itemStatus,
            orderedStatus: '',
            remark: '',
            rev: 1,
            catalogueRev: isEnabled ? 1 : 0,
            batch,
          },
          { session },
        )
        const added = { by: actorId, at: now, entries: [addedItemEntry(value)] }
        await entries.add(batch, added, session)
        return batch
      })
      return {
        value,
        moved: await topics.told(isEnabled ? ['inventory', 'catalogue'] : ['inventory']),
        batch,
      }
    },
    async edit(id, change, actorId, now) {
      const {
        value,
        edit,
        carts: renamed,
        batch,
      } = await transact(async (session) => {
        const found = await items.findOne({ _id: id }, { session })
        if (!found) throw notFound('This item')
        const before = toStockItem(found)
        if (change.rev !== before.rev) throw changedMeanwhile(before)
        const edit = editedItem(before, change)
        if (!edit) return { value: before, edit, carts: [] }

        const { itemName, itemQuantity, itemStatus, isRenamed, isSwitched } = edit
        if (isRenamed) await checkName(itemName, id, session)
        const batch = entries.nextBatch([found])
        await items.updateOne(
          { _id: id },
          {
            $set: {
              ...(isRenamed && { name: itemName, nameKey: nameKey(itemName) }),
              quantity: itemQuantity,
              status: itemStatus,
              batch,
            },
            $inc: { rev: 1, catalogueRev: isRenamed || isSwitched ? 1 : 0 },
          },
          { session },
        )
        const edited = { by: actorId, at: now, entries: [editedItemEntry(before, edit)] }
        await entries.add(batch, edited, session)
        // A stock line shows its item's present name, so renaming an item moves the orders that name it.
        const named = { 'lines.itemId': id }
        const renamedIn = isRenamed ? await carts.find(named, { session }).toArray() : []
        if (isRenamed) await carts.updateMany(named, { $inc: { rev: 1 } }, { session })
        const value: StockItem = {
          _id: id,
          itemName,
          itemQuantity,
          itemStatus,
          rev: before.rev + 1,
        }
        return { value, edit, carts: renamedIn, batch }
      })
      if (!edit) return { value, moved: [] }
      const orders: Nudge[] = renamed.map(topics.ordersNudge)
      const seen = edit.isRenamed || edit.isSwitched
      const moved = await topics.told(
        [
          'inventory',
          ...(seen ? (['catalogue'] as const) : []),
          ...(orders.length > 0 ? (['carts'] as const) : []),
        ],
        orders,
      )
      return { value, moved, batch }
    },
    async note(notes, actorId, now) {
      const { rows, batch } = await transact(async (session) => {
        const ids = notes.map(({ _id }) => _id)
        const found = await stock.byId(ids, session)
        const batch = entries.nextBatch([...found.values()])
        const noted = new Map<string, ItemNote>()
        for (const [index, { _id, itemOrderedStatus, itemRemark }] of notes.entries()) {
          const item = found.get(_id)
          if (!item)
            throw new Refusal('not_found', 'This item was not found.', {
              errors: [{ path: `${index}._id`, msg: 'This item was not found.' }],
            })
          const before = noted.get(_id) ?? toNote(item)
          const note = {
            itemOrderedStatus: itemOrderedStatus ?? before.itemOrderedStatus,
            itemRemark: itemRemark ?? before.itemRemark,
          }
          noted.set(_id, note)
        }
        const changed = [...noted].flatMap(([id, note]) => {
          const item = found.get(id)
          const entry = item && notedItemEntry(id, toNote(item), note)
          return entry ? [{ id, note, entry }] : []
        })
        if (changed.length > 0)
          await items.bulkWrite(
            changed.map(({ id, note }) => ({
              updateOne: {
                filter: { _id: id },
                update: {
                  $set: { orderedStatus: note.itemOrderedStatus, remark: note.itemRemark, batch },
                  $inc: { rev: 1 },
                },
              },
            })),
            { session },
          )
        const written = changed.map(({ entry }) => entry)
        return {
          rows: inListOrder(await summarize({ _id: { $in: ids } }, session)),
          batch: await entries.add(batch, { by: actorId, at: now, entries: written }, session),
        }
      })
      return {
        value: rows,
        moved: await topics.told(batch ? ['inventory'] : []),
        ...(batch && { batch }),
      }
    },
  }
}
