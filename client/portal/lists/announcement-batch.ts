type After = (ms: number, run: () => void) => () => void

const GATHER_MS = 1_000
const PAUSE_MS = 5_000

const browserAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Announces how many rows changed: one second after the first change, then every five seconds at most. */
export function createAnnouncementBatch(say: (count: number) => void, after = browserAfter) {
  let gathered = new Set<string>()
  let cancel: (() => void) | null = null

  function speak(): void {
    cancel = null
    if (gathered.size === 0) return
    say(gathered.size)
    gathered = new Set()
    cancel = after(PAUSE_MS, speak)
  }

  return {
    add(ids: Iterable<string>): void {
      for (const id of ids) gathered.add(id)
      if (gathered.size > 0 && cancel === null) cancel = after(GATHER_MS, speak)
    },
    stop(): void {
      cancel?.()
      cancel = null
    },
  }
}
