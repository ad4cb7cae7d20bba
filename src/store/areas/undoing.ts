import { editionHasEnded } from '#src/rules/editions.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  alreadyUndone,
  isEnding,
  type Present,
  type PresentLine,
  undo,
  type UndoableEntry,
} from '#src/rules/undo.ts'
import type { Entry, HistoryStore } from '../port.ts'
import { MOST_ENTRIES } from '../shared/entry-ids.ts'
import type { Cart, Database, LineRow, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { answerOnce } from './answers.ts'
import { takeEndingBack } from './ending.ts'
import { lookUp } from './items.ts'
import { byCart, changedLine } from './lines.ts'

/** The rows that a batch is about, as they are now. */
type Found = { lines: LineRow[]; carts: Cart[]; present: Present }

function* findRows(tables: Tables, batch: readonly UndoableEntry[]): Work<Found> {
  const { carts, lines, items, ordering } = tables
  const rows = yield* ask(
    lines.find(
      batch.flatMap(({ lineId }) => lineId ?? []),
      { areDeleted: true },
    ),
  )
  const found = yield* ask(carts.find(rows.map(({ cartId }) => cartId)))
  const names = batch.flatMap(({ changes }) =>
    changes.itemName ? nameKey(String(changes.itemName[0])) : [],
  )
  const ids = batch.flatMap(({ itemId }) => itemId ?? [])
  const stock = lookUp(yield* ask(items.find(ids, names)))
  const byId = new Map<string, PresentLine>()
  const sizes = new Map<string, { lines: number; custom: number }>()
  const ofCart = Map.groupBy(rows, ({ cartId }) => cartId)
  for (const cart of found) {
    const own = ofCart.get(cart.id) ?? []
    const deleted = own.filter((line) => line.deleted)
    if (deleted.length > 0) sizes.set(cart.id, yield* ask(lines.countOf(cart.id)))
    const keys = deleted.map(({ key }) => key)
    const again = new Set((yield* ask(lines.ofCart(cart.id, keys))).map(({ key }) => key))
    for (const line of own) {
      const isDeleted = line.deleted !== null
      const isOrderedAgain = isDeleted && again.has(line.key)
      byId.set(line._id, { ...line, clubId: cart.clubId, isDeleted, isOrderedAgain })
    }
  }
  return {
    lines: rows,
    carts: found,
    present: {
      line: (id) => byId.get(id) ?? null,
      item: stock.byId,
      isNameTaken: (name, itemId) => (stock.byName(nameKey(name))?._id ?? itemId) !== itemId,
      cartSize: (cartId) => sizes.get(cartId) ?? { lines: 0, custom: 0 },
      isHeld: (yield* ask(ordering.read())).ordering.decisionsHeld,
    },
  }
}

const toUndoable = (entry: Entry): UndoableEntry => {
  const { batch: _batch, at: _at, by: _by, asClub: _asClub, undoes: _undoes, ...undoable } = entry
  return undoable
}

/** The method `history.undo`. */
export const openUndo =
  (db: Database): HistoryStore['undo'] =>
  ({ batch: undoes, isRest = false, toAnswer, ...call }) =>
    answerOnce(db, call, function* (tables) {
      const { carts, items, editions, entries } = tables
      const { actorId: by, now: at } = call
      const found = yield* ask(entries.find({ filter: { batch: undoes } }, MOST_ENTRIES))
      if (found.entries.length === 0) throw notFound('This change')
      if (yield* ask(entries.isUndone(undoes))) throw alreadyUndone()
      const taken = found.entries.toReversed().map(toUndoable)
      if (isEnding(taken)) {
        const batch = yield* takeEndingBack(tables, undoes, taken, { by, now: at })
        return { value: toAnswer(batch, []), batch }
      }
      const lineIds = taken.flatMap(({ lineId }) => lineId ?? [])
      const ended = lineIds.length > 0 ? yield* ask(editions.endedOf(lineIds)) : null
      if (ended !== null) throw editionHasEnded(ended)

      const rowsNow = yield* findRows(tables, taken)
      const undone = undo(taken, rowsNow.present, { isRest })
      const rows = new Map(rowsNow.lines.map((line) => [line._id, line]))
      const written = undone.lines.flatMap(({ line, after }) => {
        const row = rows.get(line._id)
        return row ? changedLine(row, after) : []
      })
      const renamed = undone.items.flatMap(({ item, isOnLines }) => (isOnLines ? item._id : []))
      const changedIds = new Set(written.map(({ cartId }) => cartId))
      const changed = [
        ...rowsNow.carts.filter(({ id }) => changedIds.has(id)),
        ...(yield* ask(carts.withItems(renamed))).filter(({ id }) => !changedIds.has(id)),
      ]
      yield* ask(items.change(undone.items.map(({ item, ...rest }) => ({ id: item._id, ...rest }))))
      yield* ask(items.take(undone.taken))
      yield* ask(carts.write(byCart(changed, written)))
      const batch = (yield* ask(entries.add({ by, at, entries: undone.entries, undoes }))) ?? undoes
      return { value: toAnswer(batch, undone.refused), batch }
    })
