import { inListOrder } from '#src/contract/list-order.ts'
import { addedItemEntry, editedItemEntry } from '#src/rules/entries.ts'
import { changedMeanwhile, decideNotes, editedItem, nameTaken, newItem } from '#src/rules/item.ts'
import { readName } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { decideSheet, sheetSaved } from '#src/rules/stock-sheet.ts'
import type { StockStore } from '../port.ts'
import type { Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { answerOnce } from './answers.ts'
import { lookUp } from './items.ts'
import { byCart } from './lines.ts'

/** Throws `name_taken` if another item than `ownId` has the name. */
function* checkName({ items }: Tables, itemName: string, ownId: string | null): Work<void> {
  const [namesake] = yield* ask(items.find([], [nameKey(itemName)]))
  if (namesake && namesake._id !== ownId) throw nameTaken(namesake.itemName)
}

/** A stock line shows its item's present name and unit, so changing them moves the orders that name it. */
function* moveOrders({ carts }: Tables, itemIds: readonly string[]): Work<void> {
  if (itemIds.length > 0) yield* ask(carts.write(byCart(yield* ask(carts.withItems(itemIds)), [])))
}

/** The area `stock`. */
export function openStock(db: Database): StockStore {
  const { read, write } = db
  return {
    listCatalogue: () =>
      read(function* ({ items, topics }) {
        const rows = inListOrder(yield* ask(items.catalogue()))
        return { rev: yield* ask(topics.rev('catalogue')), rows }
      }),
    list: () =>
      read(function* ({ items, topics }) {
        const rows = inListOrder(yield* ask(items.all()))
        return { rev: yield* ask(topics.rev('inventory')), rows }
      }),
    listSummary: () =>
      read(function* ({ items, topics }) {
        const rows = inListOrder(yield* ask(items.summarize()))
        return { rev: yield* ask(topics.rev('inventory', 'carts')), rows }
      }),
    add: (item, actorId, now) =>
      write(function* (tables) {
        const value = newItem(item)
        yield* checkName(tables, value.itemName, null)
        yield* ask(tables.items.add([value]))
        const added = { by: actorId, at: now, entries: [addedItemEntry(value)] }
        return { value, batch: yield* ask(tables.entries.add(added)) }
      }),
    edit: (id, change, actorId, now) =>
      write(function* (tables) {
        const { items, entries } = tables
        const [found] = yield* ask(items.find([id]))
        if (!found) throw notFound('This item')
        const { itemOrderedStatus: _status, itemRemark: _remark, ...before } = found
        if (change.rev !== before.rev) throw changedMeanwhile(before)
        const edit = editedItem(before, change)
        if (!edit) return { value: before }
        const { after, isRenamed, isOnLines, isInCatalogue } = edit
        if (isRenamed) yield* checkName(tables, after.itemName, id)
        yield* ask(items.change([{ id, after, isInCatalogue }]))
        const edited = { by: actorId, at: now, entries: [editedItemEntry(before, after)] }
        const batch = yield* ask(entries.add(edited))
        yield* moveOrders(tables, isOnLines ? [id] : [])
        return { value: { ...before, ...after, rev: before.rev + 1 }, batch }
      }),
    saveSheet: ({ mode, sheet, rows, toAnswer, ...call }) =>
      answerOnce(db, call, function* (tables) {
        const { items, sheets, entries } = tables
        const { actorId: by, now: at } = call
        const counted = mode === 'count' ? sheet : undefined
        const saved = counted === undefined ? null : yield* ask(sheets.savedBy(counted))
        if (saved) throw sheetSaved(saved.by, saved.at, at)
        const named = yield* ask(
          items.find(
            rows.flatMap(({ _id }) => _id ?? []),
            rows.map(({ itemName }) => nameKey(readName(itemName))),
          ),
        )
        const { added, changed, entries: made } = decideSheet(mode, rows, lookUp(named))
        yield* ask(items.add(added))
        yield* ask(
          items.change(changed.map(({ before, ...change }) => ({ id: before._id, ...change }))),
        )
        const batch = yield* ask(entries.add({ by, at, entries: made }))
        if (counted !== undefined && batch !== undefined) yield* ask(sheets.keep(counted, batch))
        yield* moveOrders(
          tables,
          changed.flatMap(({ before, isOnLines }) => (isOnLines ? before._id : [])),
        )
        const value = toAnswer({ batch, added: added.length, changed: changed.length })
        return { value, batch }
      }),
    note: (notes, actorId, now) =>
      write(function* ({ items, entries }) {
        const { byId } = lookUp(yield* ask(items.find(notes.map(({ _id }) => _id))))
        const { ids, changed, entries: made } = decideNotes(notes, byId)
        yield* ask(
          items.change(changed.map(({ id, note }) => ({ id, after: note, isInCatalogue: false }))),
        )
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: made }))
        return { value: inListOrder(yield* ask(items.summarize(ids))), batch }
      }),
  }
}
