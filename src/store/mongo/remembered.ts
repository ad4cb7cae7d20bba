import type { Connection } from './connection.ts'
import type { LineDoc } from './documents.ts'
import type { Catalogue, RememberedCart, ShownItem } from './group-documents.ts'

/** As many lines are kept, so that their memory has a bound. */
const MOST_LINES = 20_000

type Kept = Omit<RememberedCart, '_id'>

/**
 * The lines of carts as groups left them. They are good while their cart has the same revision, because each change of lines moves it, and the
 * same `changedAt`, because a mail changes what the club knows of them and ends it.
 */
export function rememberLines() {
  const kept = new Map<string, Kept>()
  let count = 0

  function forget(id: string): void {
    count -= kept.get(id)?.lines.length ?? 0
    kept.delete(id)
  }

  return {
    linesOf({ _id, rev, changedAt }: Omit<RememberedCart, 'lines'>): LineDoc[] | null {
      const found = kept.get(_id)
      return found?.rev === rev && found.changedAt === changedAt ? found.lines : null
    },
    /** Only what is committed: what is rolled back leaves its revision to others. */
    keep({ _id, ...cart }: RememberedCart): void {
      forget(_id)
      kept.set(_id, cart)
      count += cart.lines.length
      for (const oldest of kept.keys()) {
        if (count <= MOST_LINES) break
        forget(oldest)
      }
    },
  }
}

const SHOWN = { name: 1, nameKey: 1, status: 1 } as const

/**
 * Reads the names and states of all items, and keeps them while the number of items and the sum of their `catalogueRev` stay: both only
 * grow.
 */
export function openCatalogue({ settled: { items } }: Connection) {
  let kept: (Catalogue & { count: number; rev: number }) | null = null

  return async (): Promise<Catalogue> => {
    const [sums] = await items
      .aggregate<{ count: number; rev: number }>([
        { $group: { _id: null, count: { $sum: 1 }, rev: { $sum: '$catalogueRev' } } },
      ])
      .toArray()
    const { count = 0, rev = 0 } = sums ?? {}
    if (kept?.count === count && kept.rev === rev) return kept
    // Read after the sums, so it is at least as new as they are.
    const all = await items
      .find<ShownItem>({}, { projection: SHOWN, batchSize: count + 1 })
      .toArray()
    kept = {
      count,
      rev,
      byId: new Map(all.map((item) => [item._id, item])),
      byName: new Map(all.map((item) => [item.nameKey, item])),
    }
    return kept
  }
}
