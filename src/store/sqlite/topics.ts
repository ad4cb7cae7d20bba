import type { Nudge, StoreTopic } from '../port.ts'
import type { Connection } from './connection.ts'

export const COUNTED_TOPICS = ['ordering', 'inventory', 'catalogue', 'carts'] as const
export type CountedTopic = (typeof COUNTED_TOPICS)[number]
export type Revs = Record<CountedTopic, number>

const ORDERS = 'orders:'

/** The revisions of all topics. The `move…` functions belong inside a write. */
export function openTopics(connection: Connection) {
  const readAll = connection.prepare<Revs, []>(
    `SELECT ordering_rev AS ordering, inventory_rev AS inventory,
            catalogue_rev AS catalogue, carts_rev AS carts FROM portal`,
  )
  const [ordering, inventory, catalogue, carts] = COUNTED_TOPICS.map((topic) =>
    connection.prepare<{ rev: number }, []>(
      `UPDATE portal SET ${topic}_rev = ${topic}_rev + 1 RETURNING ${topic}_rev AS rev`,
    ),
  )
  const raise = { ordering, inventory, catalogue, carts }
  const raiseOrders = connection.prepare<{ rev: number; accountId: string }, [string]>(
    'UPDATE carts SET rev = rev + 1 WHERE id = ? RETURNING rev, account_id AS accountId',
  )
  const readOrders = connection.prepare<{ rev: number }, [string]>(
    'SELECT rev FROM carts WHERE account_id = ?',
  )

  function revs(): Revs {
    const row = readAll.get()
    if (!row) throw new Error('The row of table portal is missing.')
    return row
  }

  return {
    revs,
    revOf(topic: StoreTopic): number {
      if (topic.startsWith(ORDERS)) return readOrders.get(topic.slice(ORDERS.length))?.rev ?? 0
      return revs()[topic as CountedTopic]
    },
    move(topic: CountedTopic): Nudge {
      return { topic, rev: raise[topic]?.get()?.rev ?? 0 }
    },
    /** Moves the topic of the order that a cart holds. */
    moveOrders(cartId: string): Nudge {
      const { rev, accountId } = raiseOrders.get(cartId) ?? { rev: 0, accountId: '' }
      return { topic: `${ORDERS}${accountId}`, rev }
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
