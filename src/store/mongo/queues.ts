import { within } from './failures.ts'

/** The turn of groups, and of other writes of carts and shelves: they would meet there, whichever club they are for. */
export const SHELVES = 'shelves'

/**
 * Runs transactions of this instance with the same key one after the other. Together they would conflict, and most of their tries would be
 * lost. The database's own conflicts keep other instances apart. A turn ends after `turnMs` with `store_unavailable`: the driver never
 * settles a call whose connection closes while the call is being sent (decision 022).
 */
export function createQueues(turnMs: number) {
  const tails = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const begin = () => within(turnMs, work())
    const before = tails.get(key)
    const mine = before ? before.then(begin, begin) : begin()
    const tail = mine.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await mine
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
