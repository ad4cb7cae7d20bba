import type { ClientSession } from 'mongodb'
import { allot } from '#src/rules/allot.ts'
import { allotAnswer } from '#src/rules/answers.ts'
import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import type { CountedTopic, Nudge, OrderStore } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc, MovementDoc } from './documents.ts'
import { type FoundLine, itemsById, toFoundLine } from './lines.ts'
import type { Topics } from './topics.ts'

type Methods = Pick<OrderStore, 'allot' | 'removeCart' | 'removeLine'>
type Why = 'line removed' | 'cart removed'

/** Decisions of several clubs meet on the shelves, so they take turns. */
const SHELVES = 'shelves'

/** What administrators decide on lines: giving, taking back, status, remarks, deleting. */
export function openDecisions(
  connection: Connection,
  { topics, answered }: { topics: Topics; answered: AnsweredKeys },
): Methods {
  const { carts, items, movements, removedLines, transact } = connection

  /** Takes units off shelves, in the order of ids so that no two writers wait for each other. */
  async function take(taken: ReadonlyMap<string, number>, session: ClientSession): Promise<void> {
    for (const [_id, units] of [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await items.updateOne({ _id }, { $inc: { quantity: -units, rev: 1 } }, { session })
  }

  async function record(list: Omit<MovementDoc, '_id'>[], session: ClientSession): Promise<void> {
    if (list.length === 0) return
    await movements.insertMany(
      list.map((movement) => ({ _id: Bun.randomUUIDv7(), ...movement })),
      { session },
    )
  }

  async function decide(
    changes: Parameters<OrderStore['allot']>[0]['changes'],
    actorId: string,
    at: number,
    session: ClientSession,
  ): Promise<{ orders: Nudge[]; isShelfMoved: boolean }> {
    const ids = [...new Set(changes.map(({ _id }) => _id))]
    const found = await carts.find({ 'lines._id': { $in: ids } }, { session }).toArray()
    const held = found.flatMap((cart) => cart.lines.map((line) => ({ cart, line })))
    const wanted = held.filter(({ line }) => ids.includes(line._id))
    const stock = await itemsById(
      connection,
      wanted.map(({ line }) => line.itemId),
      session,
    )
    const lines = new Map<string, FoundLine>(
      wanted.map(({ cart, line }) => [line._id, toFoundLine(line, cart._id, stock)]),
    )
    const { lines: decided, taken } = allot(
      changes,
      (id) => lines.get(id) ?? null,
      (itemId) => stock.get(itemId)?.quantity ?? 0,
    )
    await take(taken, session)
    await record(
      decided
        .filter(({ change }) => change !== 0)
        .map(({ line, change }) => ({
          itemId: line.item_id,
          itemChange: line.item_id === null ? 0 : -change,
          lineId: line.doc._id,
          lineChange: change,
          reason: 'allotted',
          actorId,
          at,
        })),
      session,
    )
    const after = new Map<string, LineDoc>(
      decided.map(({ line, allotted_quantity, delivered_quantity, status, remarks }) => [
        line.doc._id,
        {
          ...line.doc,
          allotted: allotted_quantity,
          delivered: delivered_quantity,
          status,
          remarks,
        },
      ]),
    )
    const orders: Nudge[] = []
    for (const cart of found) {
      if (!cart.lines.some(({ _id }) => after.has(_id))) continue
      await carts.updateOne(
        { _id: cart._id },
        {
          $set: { lines: cart.lines.map((line) => after.get(line._id) ?? line) },
          $inc: { rev: 1 },
        },
        { session },
      )
      orders.push(topics.ordersNudge(cart))
    }
    return { orders, isShelfMoved: taken.size > 0 }
  }

  /** Answers whether units went back to a shelf. */
  async function remove(
    cart: CartDoc,
    lines: readonly LineDoc[],
    deletedWhy: Why,
    actorId: string,
    at: number,
    session: ClientSession,
  ): Promise<boolean> {
    const stock = await itemsById(
      connection,
      lines.map(({ itemId }) => itemId),
      session,
    )
    const taken = new Map<string, number>()
    const removed = lines.map((line) => {
      const shelf = stock.get(line.itemId ?? '')?.quantity ?? 0
      // two lines of one item cannot stand in one cart, so each sees the shelf as it is
      const returned = returnedByRemoval(toFoundLine(line, cart._id, stock), shelf)
      if (line.itemId !== null && returned !== 0) taken.set(line.itemId, -returned)
      return { line, returned }
    })
    await take(taken, session)
    await record(
      removed
        .filter(({ returned }) => returned !== 0)
        .map(({ line, returned }) => ({
          itemId: line.itemId,
          itemChange: returned,
          lineId: line._id,
          lineChange: -returned,
          reason: deletedWhy,
          actorId,
          at,
        })),
      session,
    )
    await removedLines.insertMany(
      removed.map(({ line, returned }) => ({
        ...line,
        allotted: line.allotted - returned,
        cartId: cart._id,
        deletedAt: at,
        deletedBy: actorId,
        deletedWhy,
      })),
      { session },
    )
    const ids = new Set(lines.map(({ _id }) => _id))
    await carts.updateOne(
      { _id: cart._id },
      { $set: { lines: cart.lines.filter(({ _id }) => !ids.has(_id)) }, $inc: { rev: 1 } },
      { session },
    )
    return taken.size > 0
  }

  /** By id, by the name of a stock item, by the name of an item of one's own: in this order, live lines before deleted ones. */
  async function findLine(cart: CartDoc, named: string, session: ClientSession) {
    const item = await items.findOne({ nameKey: nameKey(named) }, { session })
    const keys = lineKeysOf(named, item?._id ?? null)
    const found =
      cart.lines.find(({ _id }) => _id === named) ??
      keys.map((key) => cart.lines.find((line) => line.key === key)).find(Boolean)
    if (found) return found
    const known = await removedLines.findOne(
      { cartId: cart._id, $or: [{ _id: named }, { key: { $in: keys } }] },
      { session, projection: { _id: 1 } },
    )
    if (!known) throw notFound('This line')
    return null
  }

  async function removeFrom(
    cartId: string,
    why: Why,
    actorId: string,
    at: number,
    choose: (cart: CartDoc, session: ClientSession) => Promise<readonly LineDoc[]>,
  ) {
    const done = await transact(async (session) => {
      const cart = await carts.findOne({ _id: cartId }, { session })
      if (!cart) throw notFound('This cart')
      const lines = await choose(cart, session)
      if (lines.length === 0) return null
      const isShelfMoved = await remove(cart, lines, why, actorId, at, session)
      return { order: topics.ordersNudge(cart), isShelfMoved }
    }, SHELVES)
    if (!done) return { value: undefined, moved: [] }
    const summed: CountedTopic[] = done.isShelfMoved ? ['carts', 'inventory'] : ['carts']
    return { value: undefined, moved: await topics.told(summed, [done.order]) }
  }

  return {
    async allot({ changes, actorId, idempotency, now }) {
      const { body, replayed, moved } = await transact(
        (session) =>
          answered.once(actorId, idempotency, now, session, async () => ({
            moved: await decide(changes, actorId, now, session),
            body: allotAnswer(changes.length),
          })),
        SHELVES,
      )
      const summed: CountedTopic[] = [
        ...(moved && moved.orders.length > 0 ? (['carts'] as const) : []),
        ...(moved?.isShelfMoved ? (['inventory'] as const) : []),
      ]
      return { value: { body, replayed }, moved: await topics.told(summed, moved?.orders) }
    },
    removeCart: (cartId, actorId, now) =>
      removeFrom(cartId, 'cart removed', actorId, now, async (cart) => cart.lines),
    removeLine: (cartId, named, actorId, now) =>
      removeFrom(cartId, 'line removed', actorId, now, async (cart, session) => {
        const line = await findLine(cart, named, session)
        return line ? [line] : []
      }),
  }
}
