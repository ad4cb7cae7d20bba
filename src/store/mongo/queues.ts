/**
 * Lets transactions of this instance that would meet in one document go one after the other: in turn they cost one try each,
 * at once most of their tries are thrown away. Other instances are met by the database's own conflicts.
 */
export function createQueues() {
  const tails = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = tails.get(key)
    const mine = before ? before.then(work, work) : work()
    const tail = mine.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await mine
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
