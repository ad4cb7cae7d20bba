/**
 * How fast something may happen: `free` times within `windowMs`; `delay` says what follows, a pause that doubles or the window's end.
 * With nothing free the first attempt has to wait for the pause as well.
 */
export type Allowance = {
  free: number
  windowMs: number
  delay?: { firstMs: number; maxMs: number }
}

/**
 * Counts per key that instances share while Redis is there, and that each keeps for itself while it is not. Nothing here is
 * durable. A count ends `windowMs` after the first of its window. The word before the first colon of a key is its purpose: each
 * purpose has a memory of its own, so that one cannot push out another.
 */
export interface Counters {
  /**
   * Adds `cost`, one unless given, and answers 0, or adds nothing and answers the milliseconds to wait. One atomic step. The last
   * cost may pass what is free; a cost of 0 only looks.
   */
  take(key: string, allowance: Allowance, cost?: number): Promise<number>
  /** Takes one back, not below 0. */
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
  close(): Promise<void>
}

/** Keys kept at once for one purpose: beyond it the oldest give way, so that invented keys cannot fill the memory. */
const MAX_KEYS = 100_000

type Count = { taken: number; lastAt: number; endsAt: number }

function waitMs(count: Count, { free, delay }: Allowance, at: number): number {
  if (count.taken < free) return 0
  if (!delay) return count.endsAt - at
  const pauseMs = Math.min(delay.maxMs, delay.firstMs * 2 ** (count.taken - free))
  return Math.min(count.lastAt + pauseMs, count.endsAt) - at
}

/** The counters of a single process. */
export function openLocalCounters(now: () => number): Counters {
  const purposes = new Map<string, Map<string, Count>>()

  function countsOf(key: string): Map<string, Count> {
    const purpose = key.slice(0, key.indexOf(':') + 1)
    const counts = purposes.get(purpose) ?? new Map<string, Count>()
    purposes.set(purpose, counts)
    return counts
  }

  /** Two ended counts go for each new one, so that the map stays small without a timer. */
  function makeRoom(counts: Map<string, Count>, at: number): void {
    let looks = 2
    for (const [key, { endsAt }] of counts) {
      if (looks-- === 0) break
      if (endsAt <= at || counts.size >= MAX_KEYS) counts.delete(key)
    }
  }

  return {
    async take(key, allowance, cost = 1) {
      const at = now()
      const counts = countsOf(key)
      let count = counts.get(key)
      if (!count || count.endsAt <= at) {
        counts.delete(key)
        makeRoom(counts, at)
        count = { taken: 0, lastAt: at, endsAt: at + allowance.windowMs }
        counts.set(key, count)
      }
      const wait = waitMs(count, allowance, at)
      if (wait > 0) return wait
      count.taken += cost
      count.lastAt = at
      return 0
    },
    async giveBack(key) {
      const count = countsOf(key).get(key)
      if (count && count.taken > 0) count.taken--
    },
    async clear(key) {
      countsOf(key).delete(key)
    },
    async close() {
      purposes.clear()
    },
  }
}
