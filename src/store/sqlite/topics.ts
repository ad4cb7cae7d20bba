import type { ClubId } from '#src/contract/ids.ts'
import {
  clubOf,
  type CountedTopic,
  isOrdersTopic,
  ordersTopic,
  type StoreTopic,
} from '#src/contract/topics.ts'
import type { Since } from '#src/rules/digest.ts'
import type { Usage } from '#src/rules/quota.ts'
import type { Nudge } from '../port.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'

/** The columns of table `portal` that count the revisions. */
const COLUMNS: Record<CountedTopic, string> = {
  ordering: 'ordering_rev',
  inventory: 'inventory_rev',
  catalogue: 'catalogue_rev',
  carts: 'carts_rev',
  people: 'people_rev',
}

/** The revision of each topic that all accounts share. */
type Revs = Record<CountedTopic, number>

/** A cart; `rev` is that of its order. */
export type CartRow = { id: string; clubId: ClubId; rev: number }

/**
 * The revisions of all topics. The `move…` functions belong in a write. They read and then write, which costs a third of
 * `UPDATE … RETURNING`.
 */
export function openTopics({ prepare }: Connection) {
  const columns = Object.entries(COLUMNS).map(([topic, column]) => `${column} AS ${topic}`)
  const readAll = prepare<Revs, []>(`SELECT ${columns.join()} FROM portal WHERE id = 1`)
  const readCart = prepare<CartRow, [string]>(
    'SELECT id, club_id AS clubId, rev FROM carts WHERE id = ?',
  )
  const readUsage = prepare<{ usage: string | null }, [string]>(
    'SELECT usage FROM carts WHERE id = ?',
  )
  const writeCartRev = prepare('UPDATE carts SET rev = ? WHERE id = ?')
  const readCartOf = prepare<CartRow, [ClubId]>(
    'SELECT id, club_id AS clubId, rev FROM carts WHERE club_id = ?',
  )

  /** If no mail about the order waits, the club has now seen all of it. */
  const writeOwnCart = prepare(
    `UPDATE carts SET rev = ?, usage = ?, known_since = iif(changed_at IS NULL, ?, known_since) WHERE id = ?`,
  )

  function revs(): Revs {
    const row = readAll.get()
    if (!row) throw new Error('The row of table portal is missing.')
    return row
  }
  function move(topic: CountedTopic): Nudge {
    const rev = revs()[topic] + 1
    prepare(`UPDATE portal SET ${COLUMNS[topic]} = ? WHERE id = 1`).run(rev)
    return { topic, rev }
  }
  function moveOrders({ id, clubId, rev }: CartRow): Nudge {
    writeCartRev.run(rev + 1, id)
    return { topic: ordersTopic(clubId), rev: rev + 1 }
  }

  return {
    revs,
    /** `null` for the order of an unknown club. */
    revOf(topic: StoreTopic): number | null {
      if (isOrdersTopic(topic)) return readCartOf.get(clubOf(topic))?.rev ?? null
      return revs()[topic]
    },
    move,
    cart: (cartId: string): CartRow | null => readCart.get(cartId),
    cartOf: (clubId: ClubId): CartRow | null => readCartOf.get(clubId),
    /** What the club's orders used of its quota; `null` until it orders. */
    usageOf: (cartId: string): Usage | null => fromJson(readUsage.get(cartId)?.usage ?? null),
    /** Moves the topic of the order that a cart holds. */
    moveOrders,
    /** Moves the orders that these carts hold, and the list of all orders. */
    moveCarts: (carts: readonly CartRow[]): Nudge[] =>
      carts.length === 0 ? [] : [...carts.map(moveOrders), move('carts')],
    /** Moves the order that a cart holds, when the club itself ordered or corrected its order. */
    moveOwnOrders({ id, clubId, rev }: CartRow, usage: Usage, now: number): Nudge {
      const since: Since = { at: now, what: 'order' }
      writeOwnCart.run(rev + 1, JSON.stringify(usage), JSON.stringify(since), id)
      return { topic: ordersTopic(clubId), rev: rev + 1 }
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
