/** Runs once, later; answers how to cancel it. */
type After = (ms: number, run: () => void) => () => void

const GATHER_MS = 1_000
/** A screen reader is spoken to at most this often. */
const PAUSE_MS = 5_000

const browserAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Gathers what changed and says how many it were: a second after the first, and then at most every five. */
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
