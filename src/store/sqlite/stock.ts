import type { CatalogueItem, StockSummary } from '#src/contract/records.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { addedItemEntry, editedItemEntry } from '#src/rules/entries.ts'
import { changedMeanwhile, decideNotes, editedItem, nameTaken, newItem } from '#src/rules/item.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { decideSheet, sheetSaved } from '#src/rules/stock-sheet.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'
import type { CartRow } from './topics.ts'

/** The area `stock`. */
export function openStock(
  { prepare, snapshot, write }: Connection,
  { topics, items, entries, keys }: Parts,
): StockStore {
  const catalogue = prepare<CatalogueItem, []>(
    `SELECT id AS _id, name AS itemName, unit FROM items WHERE status = 'enabled'`,
  )
  const summary = prepare<StockSummary, []>(
    `SELECT i.id AS _id, i.name AS itemName, i.unit, i.place, i.quantity AS availableQuantity,
       coalesce(s.ordered, 0) AS totalOrderedQuantity,
       coalesce(s.allotted, 0) AS totalAllottedQuantity,
       i.ordered_status AS itemOrderedStatus, i.remark AS itemRemark
     FROM items i LEFT JOIN (
       SELECT item_id, sum(ordered_quantity) AS ordered, sum(allotted_quantity) AS allotted
       FROM lines WHERE deleted IS NULL AND item_id IS NOT NULL GROUP BY item_id
     ) s ON s.item_id = i.id`,
  )
  const savedBy = prepare<{ by: string | null; at: number }, [string]>(
    `SELECT a.cord_name AS by, b.at FROM sheets s JOIN batches b ON b.id = s.batch
     LEFT JOIN accounts a ON a.id = b.actor
     WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM batches u WHERE u.undoes = b.id)`,
  )
  const remember = prepare('INSERT OR REPLACE INTO sheets (id, batch) VALUES (?, ?)')

  function checkName(itemName: string, ownId: string | null) {
    const namesake = items.byName(nameKey(itemName))
    if (namesake && namesake._id !== ownId) throw nameTaken(namesake.itemName)
  }

  return {
    listCatalogue: () =>
      snapshot(() => ({
        rev: topics.revs().catalogue,
        rows: inListOrder(catalogue.all()),
      })),
    list: () =>
      snapshot(() => ({
        rev: topics.revs().inventory,
        rows: inListOrder(items.all()),
      })),
    listSummary: () =>
      snapshot(() => {
        const { inventory, carts } = topics.revs()
        return { rev: inventory + carts, rows: inListOrder(summary.all()) }
      }),
    add: (item, actorId, now) =>
      write(() => {
        const value = newItem(item)
        checkName(value.itemName, null)
        items.insert(value)
        const moved = [topics.move('inventory')]
        if (value.itemStatus === 'enabled') moved.push(topics.move('catalogue'))
        const batch = entries.add({ by: actorId, at: now, entries: [addedItemEntry(value)] })
        return { value, moved, batch }
      }),
    edit: (id, change, actorId, now) =>
      write(() => {
        const before = items.byId(id)
        if (!before) throw notFound('This item')
        if (change.rev !== before.rev) throw changedMeanwhile(before)
        const edited = editedItem(before, change)
        if (!edited) return { value: before, moved: [] }

        const { after, isRenamed, isOnLines, isInCatalogue } = edited
        if (isRenamed) checkName(after.itemName, id)
        items.set(id, after)
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: [editedItemEntry(before, after)],
        })
        const moved = [topics.move('inventory')]
        if (isInCatalogue) moved.push(topics.move('catalogue'))
        // A stock line shows its item's present name and unit, so changing them moves the orders that name it.
        if (isOnLines) moved.push(...topics.moveCarts(items.cartsWith(id)))
        const value = { ...before, ...after, rev: before.rev + 1 }
        return { value, moved, batch }
      }),
    saveSheet: ({ mode, sheet, rows, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const counted = mode === 'count' ? sheet : undefined
          const saved = counted === undefined ? null : savedBy.get(counted)
          if (saved) throw sheetSaved(saved.by, saved.at, now)
          const { added, changed, entries: made, isInCatalogue } = decideSheet(mode, rows, items)
          for (const item of added) items.insert(item)
          const carts = new Map<string, CartRow>()
          for (const { before, after, isOnLines } of changed) {
            items.set(before._id, after)
            if (isOnLines) for (const cart of items.cartsWith(before._id)) carts.set(cart.id, cart)
          }
          const batch = entries.add({ by: actorId, at: now, entries: made })
          if (counted !== undefined && batch !== undefined) remember.run(counted, batch)
          const moved = topics.moveCarts([...carts.values()])
          if (made.length > 0) moved.push(topics.move('inventory'))
          if (isInCatalogue) moved.push(topics.move('catalogue'))
          const body = toAnswer({ batch, added: added.length, changed: changed.length })
          return { body, moved }
        }),
      ),
    note: (notes, actorId, now) =>
      write(() => {
        const { ids, changed, entries: made } = decideNotes(notes, items.noteOf)
        for (const { id, note } of changed) items.note(id, note)
        const batch = entries.add({ by: actorId, at: now, entries: made })
        const moved = changed.length > 0 ? [topics.move('inventory')] : []
        const rows = summary.all().filter(({ _id }) => ids.includes(_id))
        return { value: inListOrder(rows), moved, batch }
      }),
  }
}
