import type { AnyBulkWriteOperation, ClientSession } from 'mongodb'
import type { CountedTopic } from '#src/contract/topics.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  alreadyUndone,
  type Present,
  type PresentLine,
  undo,
  type Undoing,
} from '#src/rules/undo.ts'
import type { Entry, HistoryStore, Nudge } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc, RemovedLineDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import { entryStages } from './entry-documents.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { type Items, type ItemsById, toNote, toStockItem } from './items.ts'
import { toLine } from './lines.ts'
import { SHELVES } from './queues.ts'
import type { Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; entries: Entries; keys: IdempotencyKeys }

/** The documents that a batch is about, as they are now. */
type Rows = {
  /** Carts that have, or had, one of its lines, and carts with a live line of an item that it renamed. */
  carts: CartDoc[]
  removed: RemovedLineDoc[]
  stock: ItemsById
  /** The items that have one of the names before the batch, by key. */
  namesakes: ReadonlyMap<string, string>
}

/** The lines and the cart of each line, live or deleted, by the line's id. */
function linesOf({ carts, removed }: Rows): Map<string, { doc: LineDoc; cart: CartDoc }> {
  const byId = new Map(carts.map((cart) => [cart._id, cart]))
  const deleted = removed.flatMap((line) => {
    const { cartId, deletedAt: _, deletedBy: __, deletedWhy: ___, ...doc } = line
    const cart = byId.get(cartId)
    return cart ? [{ doc, cart }] : []
  })
  const live = carts.flatMap((cart) => cart.lines.map((doc) => ({ doc, cart })))
  return new Map([...deleted, ...live].map((line) => [line.doc._id, line]))
}

/** Answers the queries of `undo` from documents. */
function presentOf(rows: Rows): Present {
  const { carts, removed, stock, namesakes } = rows
  const lines = linesOf(rows)
  const deleted = new Set(removed.map(({ _id }) => _id))

  function toPresentLine(doc: LineDoc, { _id, accountId, lines: live }: CartDoc): PresentLine {
    const line = toLine(doc, stock)
    const isDeleted = deleted.has(doc._id)
    const key = lineKey(line)
    const isOrderedAgain = isDeleted && live.some((other) => other.key === key)
    return { ...line, cartId: _id, accountId, isDeleted, isOrderedAgain }
  }

  return {
    line(id) {
      const found = lines.get(id)
      return found ? toPresentLine(found.doc, found.cart) : null
    },
    item(id) {
      const item = stock.get(id)
      return item ? { ...toStockItem(item), ...toNote(item) } : null
    },
    isNameTaken: (name, itemId) => (namesakes.get(nameKey(name)) ?? itemId) !== itemId,
    cartSize(cartId) {
      const live = carts.find(({ _id }) => _id === cartId)?.lines ?? []
      const custom = live.filter(({ itemId }) => itemId === null)
      return { lines: live.length, custom: custom.length }
    },
    isHeld: carts.some(({ held }) => held),
  }
}

/** The method `history.undo`. */
export function openUndoing(
  { carts, entries: history, items: stock, removedLines, transact }: Connection,
  { topics, items, entries, keys }: Parts,
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
    const names = renamed.map(({ changes }) => nameKey(String(changes.itemName?.[0])))
    const named = await stock.find({ nameKey: { $in: names } }, { session }).toArray()
    const $or = [
      { 'lines._id': { $in: ids } },
      { _id: { $in: removed.map(({ cartId }) => cartId) } },
      { 'lines.itemId': { $in: renamed.flatMap(({ itemId }) => itemId ?? []) } },
    ]
    return {
      carts: await carts.find({ $or }, { session }).toArray(),
      removed,
      stock: await items.byId(
        batch.map(({ itemId }) => itemId),
        session,
      ),
      namesakes: new Map(named.map((item) => [item.nameKey, item._id])),
    }
  }

  /** Writes the items and answers those whose new name orders show. */
  async function writeItems(
    { items: undone, taken }: Undoing,
    batch: string,
    session: ClientSession,
  ): Promise<Set<string>> {
    for (const { item, after, isRenamed, isSwitched } of undone)
      await stock.updateOne(
        { _id: item._id },
        {
          $set: {
            ...(isRenamed && { name: after.itemName, nameKey: nameKey(after.itemName) }),
            status: after.itemStatus,
            orderedStatus: after.itemOrderedStatus,
            remark: after.itemRemark,
            batch,
          },
          $inc: { rev: 1, catalogueRev: isRenamed || isSwitched ? 1 : 0 },
        },
        { session },
      )
    await items.take(taken, batch, session)
    return new Set(undone.flatMap(({ item, isRenamed }) => (isRenamed ? [item._id] : [])))
  }

  /** Writes the lines into their carts, and answers the nudge of each order that moved. */
  async function writeCarts(
    { lines: undone }: Undoing,
    rows: Rows,
    { batch, renamed }: { batch: string; renamed: ReadonlySet<string> },
    session: ClientSession,
  ): Promise<Nudge[]> {
    const before = linesOf(rows)
    const after = new Map<string, LineDoc>()
    for (const { line, allotted, delivered, status, remarks, announced } of undone) {
      const doc = before.get(line.id)?.doc
      if (!doc) continue
      const key = line.isDeleted ? lineKey(line) : doc.key
      const values = { allotted, delivered, status, remarks, announced }
      const known = knownAfter(
        { known: doc.known, before: line.isDeleted ? null : seenOf(doc) },
        seenOf({ ...doc, ...values }),
        false,
      )
      after.set(line.id, { ...doc, key, ...values, known, batch })
    }
    const moved: Nudge[] = []
    const writes: AnyBulkWriteOperation<CartDoc>[] = []
    for (const cart of rows.carts) {
      const back = undone.filter(({ isRestored, line }) => isRestored && line.cartId === cart._id)
      const lines = [
        ...cart.lines.map((line) => after.get(line._id) ?? line),
        ...back.flatMap(({ line }) => after.get(line.id) ?? []),
      ]
      const isMoved = lines.some(({ _id, itemId }) => after.has(_id) || renamed.has(itemId ?? ''))
      if (!isMoved) continue
      const update = { $set: { lines }, $inc: { rev: 1 }, $max: { batch } }
      writes.push({ updateOne: { filter: { _id: cart._id }, update } })
      moved.push(topics.ordersNudge(cart))
    }
    if (writes.length > 0) await carts.bulkWrite(writes, { session })
    const restored = undone.filter(({ isRestored }) => isRestored)
    if (restored.length > 0)
      await removedLines.deleteMany(
        { _id: { $in: restored.map(({ line }) => line.id) } },
        { session },
      )
    return moved
  }

  async function takeBack(
    { batch: undoes, isRest = false, actorId: by, now: at }: Parameters<HistoryStore['undo']>[0],
    session: ClientSession,
  ) {
    const taken = await readBatch(undoes, session)
    const rows = await readRows(taken, session)
    const undone = undo(taken, presentOf(rows), { isRest })
    const lines = linesOf(rows)
    const about = undone.lines.flatMap(({ line }) => {
      const found = lines.get(line.id)
      return [found?.cart, found?.doc]
    })
    const batch = entries.nextBatch([...about, ...rows.stock.values()])
    const renamed = await writeItems(undone, batch, session)
    const orders = await writeCarts(undone, rows, { batch, renamed }, session)
    await entries.add(batch, { by, at, entries: undone.entries, undoes }, session)

    const counted: CountedTopic[] = []
    if (orders.length > 0) counted.push('carts')
    if (undone.items.length > 0 || undone.taken.size > 0) counted.push('inventory')
    if (undone.items.some(({ isRenamed, isSwitched }) => isRenamed || isSwitched))
      counted.push('catalogue')
    return { batch, refused: undone.refused, orders, counted }
  }

  return {
    async undo(undoing) {
      const { actorId, idempotency, toAnswer, now } = undoing
      const { body, replayed, moved } = await transact(
        (session) =>
          keys.once(actorId, idempotency, now, session, async () => {
            const done = await takeBack(undoing, session)
            return { body: toAnswer(done.batch, done.refused), moved: done }
          }),
        SHELVES,
      )
      return {
        value: { body, replayed },
        moved: moved ? await topics.told(moved.counted, moved.orders) : [],
      }
    },
  }
}
