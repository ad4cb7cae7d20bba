const GATHER_MS = 1_000
const PAUSE_MS = 5_000

/** Announces how many rows changed: one second after the first change, then every five seconds at most. */
export function createAnnouncementBatch(say: (count: number) => void) {
  let gathered = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function speak(): void {
    timer = undefined
    if (gathered.size === 0) return
    say(gathered.size)
    gathered = new Set()
    timer = setTimeout(speak, PAUSE_MS)
  }

  return {
    add(ids: Iterable<string>): void {
      for (const id of ids) gathered.add(id)
      if (gathered.size > 0) timer ??= setTimeout(speak, GATHER_MS)
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
