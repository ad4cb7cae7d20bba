import type { ClientSession } from 'mongodb'
import type { LineDecision } from '#src/contract/line.ts'
import { allot, type DecidedLine } from '#src/rules/allot.ts'
import type { Nudge, OrderStore } from '../port.ts'
import type { Movement } from '../shared/movements.ts'
import type { CountedTopic } from '#src/contract/topics.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import type { Ledger } from './ledger.ts'
import { type FoundLine, toFoundLine } from './lines.ts'
import { SHELVES } from './queues.ts'
import type { Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; ledger: Ledger; keys: IdempotencyKeys }

const toMovement = (
  { line, units }: DecidedLine<FoundLine>,
  actorId: string,
  at: number,
): Movement => ({
  itemId: line.itemId,
  itemChange: line.itemId === null ? 0 : -units,
  lineId: line.id,
  lineChange: units,
  reason: 'allotted',
  actorId,
  at,
})

/** The method `orders.allot`. */
export function openAllotting(
  { carts, transact }: Connection,
  { topics, items, ledger, keys }: Parts,
): Pick<OrderStore, 'allot'> {
  /** Writes the decided lines into their carts and answers what to announce. */
  async function writeCarts(
    found: readonly CartDoc[],
    decided: readonly DecidedLine<FoundLine>[],
    session: ClientSession,
  ): Promise<Nudge[]> {
    const after = new Map<string, LineDoc>(
      decided.map(({ line, allotted, delivered, status, remarks }) => [
        line.id,
        { ...line.doc, allotted, delivered, status, remarks },
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
    return orders
  }

  async function decide(
    decisions: readonly LineDecision[],
    actorId: string,
    at: number,
    session: ClientSession,
  ): Promise<{ orders: Nudge[]; isShelfMoved: boolean }> {
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
    await items.take(taken, session)
    const moving = decided.filter(({ units }) => units !== 0)
    await ledger.record(
      moving.map((line) => toMovement(line, actorId, at)),
      session,
    )
    return { orders: await writeCarts(found, decided, session), isShelfMoved: taken.size > 0 }
  }

  return {
    async allot({ decisions, actorId, idempotency, answer, now }) {
      const { body, replayed, moved } = await transact(
        (session) =>
          keys.once(actorId, idempotency, now, session, async () => ({
            moved: await decide(decisions, actorId, now, session),
            body: answer,
          })),
        SHELVES,
      )
      const summed: CountedTopic[] = [
        ...(moved && moved.orders.length > 0 ? (['carts'] as const) : []),
        ...(moved?.isShelfMoved ? (['inventory'] as const) : []),
      ]
      return { value: { body, replayed }, moved: await topics.told(summed, moved?.orders) }
    },
  }
}
