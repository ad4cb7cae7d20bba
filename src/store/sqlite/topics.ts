import type { Nudge, StoreTopic } from '../port.ts'
import {
  accountOf,
  type CountedTopic,
  isOrdersTopic,
  ordersTopic,
  type Revs,
} from '../shared/topics.ts'
import type { Connection } from './connection.ts'

/** A cart; `rev` is that of its order. */
export type CartRow = { id: string; accountId: string; rev: number }

/**
 * The revisions of all topics. The `move…` functions belong in a write. They read and then write, which costs a third of
 * `UPDATE … RETURNING`.
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
    /** `null` for the order of an unknown account. */
    revOf(topic: StoreTopic): number | null {
      if (isOrdersTopic(topic)) return readOrders.get(accountOf(topic))?.rev ?? null
      return revs()[topic]
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
      return { topic: ordersTopic(accountId), rev: rev + 1 }
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
