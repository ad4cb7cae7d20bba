/**
 * A rate limit: `free` attempts within `windowMs`. Without `delay`, further attempts wait for the end of the window. With `delay`,
 * each further attempt waits for a pause, which doubles from `firstMs` up to `maxMs`. If `free` is 0, the first attempt waits too.
 */
export type Allowance = {
  free: number
  windowMs: number
  delay?: { firstMs: number; maxMs: number }
}

/**
 * Rate-limit counts by key. Instances share them while Redis is available; otherwise each instance counts alone. Counts are not
 * durable. A window ends `windowMs` after its first attempt. The word before the first colon of a key is its purpose. In memory,
 * each purpose has its own space, so that many keys of one purpose cannot evict those of another.
 */
export interface Counters {
  /**
   * Adds `cost` (1 by default) and returns 0, or adds nothing and returns the milliseconds to wait, at most the window. Atomic. The last
   * cost that is accepted may exceed the limit. A cost of 0 only checks, and keeps nothing.
   */
  take(key: string, allowance: Allowance, cost?: number): Promise<number>
  /** Subtracts one from the count, not below 0. */
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
  close(): Promise<void>
}

/** Largest number of keys for one purpose. The oldest are evicted, so that invented keys cannot fill the memory. */
const MAX_KEYS = 100_000

type Count = { taken: number; lastAt: number; endsAt: number }

function waitMs(count: Count, { free, delay }: Allowance, at: number): number {
  if (count.taken < free) return 0
  if (!delay) return count.endsAt - at
  const pauseMs = Math.min(delay.maxMs, delay.firstMs * 2 ** (count.taken - free))
  return Math.min(count.lastAt + pauseMs, count.endsAt) - at
}

/** After the clock was put back, what was counted under the wrong time counts as of now. */
function settle(count: Count, { windowMs }: Allowance, at: number): void {
  count.lastAt = Math.min(count.lastAt, at)
  count.endsAt = Math.min(count.endsAt, at + windowMs)
}

/** Counters in the memory of this process. */
export function openLocalCounters(now: () => number): Counters {
  const purposes = new Map<string, Map<string, Count>>()

  function countsOf(key: string): Map<string, Count> {
    const purpose = key.slice(0, key.indexOf(':') + 1)
    const counts = purposes.get(purpose) ?? new Map<string, Count>()
    purposes.set(purpose, counts)
    return counts
  }

  /** Each new key removes up to two old ones that have expired, so that the map stays small without a timer. */
  function evict(counts: Map<string, Count>, at: number): void {
    let checksLeft = 2
    for (const [key, { endsAt }] of counts) {
      if (checksLeft-- === 0) break
      if (endsAt <= at || counts.size >= MAX_KEYS) counts.delete(key)
    }
  }

  return {
    async take(key, allowance, cost = 1) {
      const at = now()
      const counts = countsOf(key)
      const known = counts.get(key)
      const isRunning = known !== undefined && known.endsAt > at
      const count = isRunning ? known : { taken: 0, lastAt: at, endsAt: at + allowance.windowMs }
      settle(count, allowance, at)
      const wait = waitMs(count, allowance, at)
      if (cost === 0) return Math.max(wait, 0)
      if (!isRunning) {
        counts.delete(key)
        evict(counts, at)
        counts.set(key, count)
      }
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

/** Counters that count nothing and let everything pass. */
export const NO_LIMITS: Counters = {
  take: async () => 0,
  giveBack: async () => {},
  clear: async () => {},
  close: async () => {},
}
