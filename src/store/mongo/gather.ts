import { unavailable } from '../shared/unavailable.ts'

/** Somebody who asked, and waits for an answer. */
export type Caller<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Collects what is asked while `serve` is under way; then serves all of it together. `serve` settles its callers; one that it leaves out is
 * never answered. If it throws, the rest of its callers get the error. A caller that waits longer than `waitMs` for its turn gets
 * `store_unavailable`.
 */
export function createGathering<Asked, Answer>(
  serve: (callers: Caller<Asked, Answer>[]) => Promise<void>,
  { largest, waitMs }: { largest: number; waitMs: number },
): (asked: Asked) => Promise<Answer> {
  let waiting: (Caller<Asked, Answer> & { since: number })[] = []
  let isServing = false

  async function serveNext(): Promise<void> {
    const latest = performance.now() - waitMs
    for (const { since, reject } of waiting) if (since < latest) reject(unavailable(null))
    const present = waiting.filter(({ since }) => since >= latest)
    const callers = present.slice(0, largest)
    waiting = present.slice(largest)
    if (callers.length === 0) return
    try {
      await serve(callers)
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
  }

  async function serveAll(): Promise<void> {
    isServing = true
    while (waiting.length > 0) {
      // All who ask in one turn of the event loop are served together.
      await nextTurn()
      await serveNext()
    }
    isServing = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject, since: performance.now() })
      if (!isServing) void serveAll()
    })
}
