import type { Nudge, StoreTopic } from '../port.ts'
import type { Connection } from './connection.ts'

export const COUNTED_TOPICS = ['ordering', 'inventory', 'catalogue', 'carts'] as const
export type CountedTopic = (typeof COUNTED_TOPICS)[number]
export type Revs = Record<CountedTopic, number>

/** A cart as decisions need it; `rev` is that of its order. */
export type CartRow = { id: string; accountId: string; rev: number }

const ORDERS = 'orders:'

/**
 * The revisions of all topics. The `move…` functions belong inside a write. They read and then write, which costs a third
 * of `UPDATE … RETURNING`.
 */
export function openTopics({ prepare }: Connection) {
  const readAll = prepare<Revs, []>(
    `SELECT ordering_rev AS ordering, inventory_rev AS inventory,
            catalogue_rev AS catalogue, carts_rev AS carts FROM portal WHERE id = 1`,
  )
  const writeRev = {
    ordering: prepare('UPDATE portal SET ordering_rev = ? WHERE id = 1'),
    inventory: prepare('UPDATE portal SET inventory_rev = ? WHERE id = 1'),
    catalogue: prepare('UPDATE portal SET catalogue_rev = ? WHERE id = 1'),
    carts: prepare('UPDATE portal SET carts_rev = ? WHERE id = 1'),
  }
  const readCart = prepare<CartRow, [string]>(
    'SELECT id, account_id AS accountId, rev FROM carts WHERE id = ?',
  )
  const writeCartRev = prepare('UPDATE carts SET rev = ? WHERE id = ?')
  const readOrders = prepare<{ rev: number }, [string]>(
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
      const counted = COUNTED_TOPICS.find((candidate) => candidate === topic)
      return counted ? revs()[counted] : 0
    },
    move(topic: CountedTopic): Nudge {
      const rev = revs()[topic] + 1
      writeRev[topic].run(rev)
      return { topic, rev }
    },
    cart: (cartId: string): CartRow | null => readCart.get(cartId),
    /** Moves the topic of the order that a cart holds. */
    moveOrders({ id, accountId, rev }: CartRow): Nudge {
      writeCartRev.run(rev + 1, id)
      return { topic: `${ORDERS}${accountId}`, rev: rev + 1 }
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
