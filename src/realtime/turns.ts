import { drainMicrotasks } from 'bun:jsc'

/** Steps for clients take so much of one turn of the event loop. The others wait for the next one, and everything else is served in between. */
const MOST_MS = 20

export type Turns = ReturnType<typeof createTurns>

/** Shares the event loop by time, so that no client can block it by sending much at once. A single step may still take longer. */
export function createTurns(mostMs = MOST_MS, clock: () => number = () => performance.now()) {
  const waiting: (() => void)[] = []
  let isPlanned = false
  let endsAt = 0

  function plan(): void {
    isPlanned = true
    setImmediate(serve)
  }

  function serve(): void {
    endsAt = clock() + mostMs
    while (waiting.length > 0 && clock() < endsAt) {
      waiting.shift()?.()
      // Runs the step that has waited, so that the clock shows what it took.
      drainMicrotasks()
    }
    isPlanned = false
    if (waiting.length > 0) plan()
  }

  return {
    /** Resolves when a step may begin: at once while this turn of the event loop has time left, otherwise in a later one, in order. */
    async next(): Promise<void> {
      if (!isPlanned) {
        endsAt = clock() + mostMs
        plan()
      } else if (waiting.length > 0 || clock() >= endsAt)
        return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
