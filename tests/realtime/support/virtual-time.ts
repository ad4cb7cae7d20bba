type Entry = { at: number; order: number; run: () => void }

export type VirtualTime = ReturnType<typeof createVirtualTime>

/**
 * A clock that stands still until `advance` moves it: real promises are given all the time they need, timers none.
 * Work of the outside world (the store) is announced by `outside`, so that no moment passes before it has answered.
 */
export function createVirtualTime(start: number) {
  let now = start
  let order = 0
  let outside = 0
  const entries = new Set<Entry>()

  function next(): Entry | undefined {
    let first: Entry | undefined
    for (const entry of entries)
      if (!first || entry.at < first.at || (entry.at === first.at && entry.order < first.order))
        first = entry
    return first
  }

  /** Promises run until nothing more happens at this moment. */
  async function settle(): Promise<void> {
    await new Promise<void>((done) => setImmediate(done))
    if (outside > 0) await settle()
  }

  const time = {
    now: () => now,
    after(ms: number, run: () => void): () => void {
      const entry = { at: now + Math.max(ms, 0), order: order++, run }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    sleep: (ms: number) => new Promise<void>((done) => void time.after(ms, done)),
    async outside<T>(work: () => Promise<T>): Promise<T> {
      outside++
      try {
        return await work()
      } finally {
        outside--
      }
    },
    /** Lets everything happen that is due within `ms`; `check` runs after each step. */
    async advance(ms: number, check: () => void = () => {}): Promise<void> {
      const until = now + ms
      await settle()
      for (let entry = next(); entry && entry.at <= until; entry = next()) {
        entries.delete(entry)
        now = Math.max(now, entry.at)
        entry.run()
        await settle()
        check()
      }
      now = until
    },
  }
  return time
}
