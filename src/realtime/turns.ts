import { drainMicrotasks } from 'bun:jsc'

/** Steps for clients take so much of one turn of the event loop. The others wait for the next one, and everything else is served in between. */
const MOST_MS = 20

export type Turns = ReturnType<typeof createTurns>

/** Shares the event loop by time, so that no client can block it by sending much at once. A single step may still take longer. */
export function createTurns(mostMs = MOST_MS, clock: () => number = () => performance.now()) {
  const waiting: (() => void)[] = []
  let isPlanned = false

  function plan(): void {
    isPlanned = true
    setImmediate(serve)
  }

  function serve(): void {
    const endsAt = clock() + mostMs
    do {
      waiting.shift()?.()
      // Runs the step that has waited, so that the clock shows what it took.
      drainMicrotasks()
    } while (waiting.length > 0 && clock() < endsAt)
    isPlanned = false
    if (waiting.length > 0) plan()
  }

  return {
    /** Resolves when a step may begin: for the first one in a turn of the event loop at once, for the others in order. */
    async next(): Promise<void> {
      if (isPlanned) return new Promise((resolve) => waiting.push(resolve))
      plan()
    },
  }
}
