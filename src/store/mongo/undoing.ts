import type { ClientSession } from 'mongodb'
import type { CountedTopic } from '#src/contract/topics.ts'
import { nameKey } from '#src/rules/names.ts'
import { editionHasEnded } from '#src/rules/editions.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  alreadyUndone,
  isEnding,
  type Present,
  type PresentLine,
  undo,
  type Undoing,
} from '#src/rules/undo.ts'
import type { Entry, HistoryStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import type { Ending } from './ending.ts'
import { entryStages } from './entry-documents.ts'
import { type ItemsById, toNote, toStockItem } from './items.ts'
import { changedDoc, toLine } from './lines.ts'
import type { Parts } from './parts.ts'

/** A line with its cart. */
type LineOfCart = { doc: LineDoc; cart: CartDoc; isDeleted: boolean }

/** The documents that a batch is about, as they are now. */
type Rows = {
  /** Carts that have, or had, one of its lines, and carts with a live line of an item whose name or unit it changed. */
  carts: CartDoc[]
  /** Lines of these carts by id. */
  lines: ReadonlyMap<string, LineOfCart>
  stock: ItemsById
  /** The items that have one of the names before the batch, by key. */
  namesakes: ReadonlyMap<string, string>
}

/** Answers the queries of `undo` from documents. */
function presentOf({ carts, lines, stock, namesakes }: Rows, isHeld: boolean): Present {
  function toPresentLine({ doc, cart, isDeleted }: LineOfCart): PresentLine {
    const isOrderedAgain = isDeleted && cart.lines.some(({ key }) => key === doc.key)
    const { _id: cartId, clubId } = cart
    return { ...toLine(doc, stock), cartId, clubId, isDeleted, isOrderedAgain }
  }

  return {
    line(id) {
      const found = lines.get(id)
      return found ? toPresentLine(found) : null
    },
    item(id) {
      const item = stock.get(id)
      return item ? { ...toStockItem(item), ...toNote(item) } : null
    },
    isNameTaken: (name, itemId) => (namesakes.get(nameKey(name)) ?? itemId) !== itemId,
    cartSize(cartId) {
      const live = carts.find(({ _id }) => _id === cartId)?.lines ?? []
      const custom = live.filter(({ item_id }) => item_id === null)
      return { lines: live.length, custom: custom.length }
    },
    isHeld,
  }
}

/** The method `history.undo`. */
export function openUndoing(
  { carts, entries: history, items: stock, removedLines }: Connection,
  { items, lines, switches, editions, entries, keys }: Parts,
  ending: Ending,
): Pick<HistoryStore, 'undo'> {
  async function readBatch(batch: string, session: ClientSession): Promise<Entry[]> {
    const found = await history.aggregate<Entry>(entryStages({ batch }), { session }).toArray()
    if (found.length === 0) throw notFound('This change')
    if (await history.findOne({ undoes: batch }, { session })) throw alreadyUndone()
    return found
  }

  async function readRows(batch: readonly Entry[], session: ClientSession): Promise<Rows> {
    const ids = batch.flatMap(({ lineId }) => lineId ?? [])
    const removed = await removedLines.find({ _id: { $in: ids } }, { session }).toArray()
    const renamed = batch.filter(({ changes }) => changes.itemName)
    const shown = batch.filter(({ changes }) => changes.itemName ?? changes.unit)
    const names = renamed.map(({ changes }) => nameKey(String(changes.itemName?.[0])))
    const named = await stock.find({ key: { $in: names } }, { session }).toArray()
    const $or = [
      { 'lines._id': { $in: ids } },
      { _id: { $in: removed.map(({ cartId }) => cartId) } },
      { 'lines.item_id': { $in: shown.flatMap(({ itemId }) => itemId ?? []) } },
    ]
    const found = await carts.find({ $or }, { session }).toArray()
    const lines = found.flatMap((cart): LineOfCart[] => [
      ...removed
        .filter(({ cartId }) => cartId === cart._id)
        .map(({ cartId: _cart, deleted: _deleted, ...doc }) => ({ doc, cart, isDeleted: true })),
      ...cart.lines.map((doc) => ({ doc, cart, isDeleted: false })),
    ])
    return {
      carts: found,
      lines: new Map(lines.map((line) => [line.doc._id, line])),
      stock: await items.byId(
        batch.map(({ itemId }) => itemId),
        session,
      ),
      namesakes: new Map(named.map((item) => [item.key, item._id])),
    }
  }

  /** Writes the items and answers those whose new name or unit orders show. */
  async function writeItems(
    { items: undone, taken }: Undoing,
    session: ClientSession,
  ): Promise<Set<string>> {
    await items.set(
      undone.map(({ item, ...change }) => ({ id: item._id, ...change })),
      session,
    )
    await items.take(taken, session)
    return new Set(undone.flatMap(({ item, isOnLines }) => (isOnLines ? [item._id] : [])))
  }

  /** Writes the lines into their carts. Answers the carts whose order moved, as they were before. */
  async function writeCarts(
    { lines: undone }: Undoing,
    rows: Rows,
    renamed: ReadonlySet<string>,
    session: ClientSession,
  ): Promise<CartDoc[]> {
    const ofCart = Map.groupBy(undone, ({ line }) => line.cartId)
    const changed = rows.carts.flatMap((cart) => {
      const written = (ofCart.get(cart._id) ?? []).flatMap(({ line, isRestored, ...values }) => {
        const doc = rows.lines.get(line._id)?.doc
        return doc ? changedDoc(doc, { ...line, ...values }, { isRestored }) : []
      })
      const isRenamed = cart.lines.some(({ item_id }) => renamed.has(item_id ?? ''))
      return written.length > 0 || isRenamed ? { cart, lines: written } : []
    })
    await lines.write(changed, session)
    const restored = undone.flatMap(({ line, isRestored }) => (isRestored ? line._id : []))
    if (restored.length > 0) await removedLines.deleteMany({ _id: { $in: restored } }, { session })
    return changed.map(({ cart }) => cart)
  }

  return {
    undo: ({ batch: undoes, isRest = false, actorId, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const taken = await readBatch(undoes, session)
        if (isEnding(taken)) {
          const done = await ending.takeBack(undoes, taken, { by: actorId, now }, session)
          return { ...done, value: toAnswer(done.value, []) }
        }
        const lineIds = taken.flatMap(({ lineId }) => lineId ?? [])
        const ended = lineIds.length > 0 ? await editions.endedOf(lineIds, session) : null
        if (ended !== null) throw editionHasEnded(ended)
        const rows = await readRows(taken, session)
        const { ordering } = await switches.read(session)
        const undone = undo(taken, presentOf(rows, ordering.decisionsHeld), { isRest })
        const renamed = await writeItems(undone, session)
        const moved = await writeCarts(undone, rows, renamed, session)
        const added = { by: actorId, at: now, entries: undone.entries, undoes }
        const batch = (await entries.add(added, session)) ?? undoes

        const topics: CountedTopic[] = []
        if (undone.items.length > 0 || undone.taken.size > 0) topics.push('inventory')
        if (undone.items.some(({ isInCatalogue }) => isInCatalogue)) topics.push('catalogue')
        return { value: toAnswer(batch, undone.refused), carts: moved, topics }
      }),
  }
}
