import { unavailable } from '../shared/unavailable.ts'
import { within } from './failures.ts'

/** Somebody who asked, and waits for an answer. */
export type Caller<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/** The next group waits for its callers a part of the time that the last one took, but never longer than this. */
const LONGEST_PAUSE_MS = 10

export const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Collects what is asked while `serve` is under way; then serves all of it together. `serve` settles its callers; one that it leaves out is
 * never answered. If it throws, the rest of its callers get the error. A caller that waits longer than `waitMs` for its turn gets
 * `store_unavailable`. So does a group that is not served within `serveMs`, and the next one begins. `patience` is the part of the last
 * group's time in which the next one waits for those who were just answered: they may ask again.
 */
export function createGathering<Asked, Answer>(
  serve: (callers: Caller<Asked, Answer>[]) => Promise<void>,
  {
    largest,
    waitMs,
    serveMs,
    patience = 0,
  }: { largest: number; waitMs: number; serveMs: number; patience?: number },
): (asked: Asked) => Promise<Answer> {
  let waiting: (Caller<Asked, Answer> & { since: number })[] = []
  let isServing = false
  let expected = 1
  let pauseMs = 0
  let onAll = () => {}

  function allExpected(): Promise<void> {
    if (waiting.length >= expected || pauseMs < 1) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      onAll = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function serveNext(): Promise<void> {
    const begun = performance.now()
    for (const { since, reject } of waiting) if (since < begun - waitMs) reject(unavailable(null))
    const present = waiting.filter(({ since }) => since >= begun - waitMs)
    const callers = present.slice(0, largest)
    waiting = present.slice(largest)
    if (callers.length === 0) return
    try {
      await within(serveMs, serve(callers))
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
    expected = Math.min(largest, callers.length + waiting.length)
    pauseMs = Math.min(LONGEST_PAUSE_MS, patience * (performance.now() - begun))
  }

  async function serveAll(): Promise<void> {
    isServing = true
    while (waiting.length > 0) {
      // All who ask in one turn of the event loop are served together.
      await nextTurn()
      await allExpected()
      await serveNext()
    }
    isServing = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject, since: performance.now() })
      if (!isServing) void serveAll()
      else if (waiting.length >= expected) onAll()
    })
}
