import type { ClientSession } from 'mongodb'
import type { Line, LineDecision } from '#src/contract/line.ts'
import { allot, type DecidedLine, withDecision } from '#src/rules/allot.ts'
import { decidedEntry } from '#src/rules/entries.ts'
import type { OrderStore, Step } from '../port.ts'
import type { CountedTopic } from '#src/contract/topics.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import type { Entries } from './entries.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import { type FoundLine, toFoundLine } from './lines.ts'
import { SHELVES } from './queues.ts'
import type { Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; entries: Entries; keys: IdempotencyKeys }

/** The method `orders.allot`. */
export function openAllotting(
  { carts, transact }: Connection,
  { topics, items, entries, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  /** Writes the decided lines into their carts and answers each order's step. */
  async function writeCarts(
    found: readonly CartDoc[],
    decided: readonly DecidedLine<FoundLine>[],
    batch: string,
    session: ClientSession,
  ): Promise<Step[]> {
    const after = new Map<string, LineDoc>(
      decided.map(({ line, allotted, delivered, status, remarks }) => [
        line.id,
        { ...line.doc, allotted, delivered, status, remarks, batch },
      ]),
    )
    const orders: Step[] = []
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
      orders.push({ ...topics.ordersNudge(cart), from: cart.rev })
    }
    return orders
  }

  async function decide(
    decisions: readonly LineDecision[],
    actorId: string,
    at: number,
    session: ClientSession,
  ): Promise<{ lines: Line[]; orders: Step[]; summed: Step[]; batch: string | undefined }> {
    const { inventory } = await topics.ofItems(session)
    const before = { carts: await topics.ofCarts(session), inventory }
    const ids = new Set(decisions.map(({ lineId }) => lineId))
    const found = await carts.find({ 'lines._id': { $in: [...ids] } }, { session }).toArray()
    const held = found.flatMap((cart) => cart.lines.map((line) => ({ cart, line })))
    const wanted = held.filter(({ line }) => ids.has(line._id))
    const stock = await items.byId(
      wanted.map(({ line }) => line.itemId),
      session,
    )
    const lines = new Map<string, FoundLine>(
      wanted.map(({ cart, line }) => [line._id, toFoundLine(line, cart._id, stock)]),
    )
    const { lines: decided, taken } = allot(
      decisions,
      (id) => lines.get(id) ?? null,
      (itemId) => stock.get(itemId)?.quantity ?? 0,
    )
    const batch = entries.nextBatch([...wanted.map(({ line }) => line), ...stock.values()])
    await items.take(taken, batch, session)
    const orders = await writeCarts(found, decided, batch, session)
    const clubs = new Map(found.map(({ _id, accountId }) => [_id, accountId]))
    const written = decided.map((line) => decidedEntry(clubs.get(line.line.cartId) ?? '', line))
    const added = await entries.add(batch, { by: actorId, at, entries: written }, session)
    const summed: Step[] = [
      { topic: 'carts', from: before.carts, rev: before.carts + orders.length },
      { topic: 'inventory', from: before.inventory, rev: before.inventory + taken.size },
    ]
    return { lines: decided.map(withDecision), orders, summed, batch: added }
  }

  return {
    async allot({ decisions, actorId, idempotency, toAnswer, now }) {
      const { body, replayed, moved } = await transact(
        (session) =>
          keys.once(actorId, idempotency, now, session, async () => {
            const done = await decide(decisions, actorId, now, session)
            const steps = [...done.summed, ...done.orders]
            return { moved: done, body: toAnswer(done.lines, steps, done.batch) }
          }),
        SHELVES,
      )
      if (!moved) return { value: { body, replayed }, moved: [] }
      const { orders, summed } = moved
      const counted: CountedTopic[] = ['carts', 'inventory']
      return {
        value: { body, replayed },
        moved: await topics.told(
          counted.filter((topic) =>
            summed.some((step) => step.topic === topic && step.rev > step.from),
          ),
          orders.map(({ topic, rev }) => ({ topic, rev })),
        ),
      }
    },
  }
}
