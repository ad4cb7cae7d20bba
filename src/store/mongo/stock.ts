import type { ClientSession, Filter } from 'mongodb'
import { inListOrder } from '#src/contract/list-order.ts'
import type { CountedTopic } from '#src/contract/topics.ts'
import type { StockSummary } from '#src/contract/records.ts'
import { addedItemEntry, editedItemEntry, TOOL } from '#src/rules/entries.ts'
import { changedMeanwhile, decideNotes, editedItem, nameTaken, newItem } from '#src/rules/item.ts'
import { readName } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { decideSheet, sheetSaved } from '#src/rules/stock-sheet.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { ItemDoc } from './documents.ts'
import { toItemDoc, toNote, toStockItem } from './items.ts'
import type { Parts } from './parts.ts'

type Sums = { _id: string; ordered: number; allotted: number }

/** The area `stock`. */
export function openStock(
  { accounts, carts, entries: history, items, sheets, snapshot }: Connection,
  { topics, items: stock, entries, keys }: Parts,
): StockStore {
  async function checkName(itemName: string, ownId: string | null, session: ClientSession) {
    const namesake = await stock.byName(nameKey(itemName), session)
    if (namesake && namesake._id !== ownId) throw nameTaken(namesake.itemName)
  }

  /** Throws `changed_meanwhile` if the count of the sheet was saved and not undone. */
  async function checkSheet(sheet: string, now: number, session: ClientSession): Promise<void> {
    const saved = await sheets.findOne({ _id: sheet }, { session })
    if (!saved || (await history.findOne({ undoes: saved.batch }, { session }))) return
    const batch = await history.findOne(
      { _id: { $gte: saved.batch } },
      { session, sort: { _id: 1 } },
    )
    const { by: author = null } = batch ?? {}
    const isPerson = author !== null && author !== TOOL
    const by = isPerson ? await accounts.findOne({ _id: author }, { session }) : null
    throw sheetSaved(by?.cordName ?? null, batch?.at ?? now, now)
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
    saveSheet: ({ mode, sheet, rows, actorId, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const counted = mode === 'count' ? sheet : undefined
        if (counted !== undefined) await checkSheet(counted, now, session)
        const named = await stock.lookUp(
          rows.flatMap(({ _id }) => _id ?? []),
          rows.map(({ itemName }) => nameKey(readName(itemName))),
          session,
        )
        const decided = decideSheet(mode, rows, named)
        const { added, changed, isInCatalogue } = decided
        if (decided.entries.length === 0)
          return { value: toAnswer({ batch: undefined, added: 0, changed: 0 }) }

        const made = { by: actorId, at: now, entries: decided.entries }
        const batch = await entries.add(made, session)
        if (added.length > 0) await items.insertMany(added.map(toItemDoc), { session })
        await stock.set(
          changed.map(({ before, ...change }) => ({ id: before._id, ...change })),
          session,
        )
        if (counted !== undefined && batch !== undefined)
          await sheets.replaceOne({ _id: counted }, { batch }, { upsert: true, session })
        const shown = changed.flatMap(({ before, isOnLines }) => (isOnLines ? before._id : []))
        const isShown = { 'lines.item_id': { $in: shown } }
        const moved = shown.length > 0 ? await carts.find(isShown, { session }).toArray() : []
        if (moved.length > 0) await carts.updateMany(isShown, { $inc: { rev: 1 } }, { session })
        const topics: CountedTopic[] = isInCatalogue ? ['inventory', 'catalogue'] : ['inventory']
        return {
          value: toAnswer({ batch, added: added.length, changed: changed.length }),
          carts: moved,
          topics,
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
