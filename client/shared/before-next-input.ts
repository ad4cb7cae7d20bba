import { afterFrame } from './after-frame.ts'

export type Postponed = {
  /** Does it at once, if it has not been done or cancelled. */
  now: () => void
  cancel: () => void
}

/** Calls `work` after the next frame was drawn, and sooner when a key or a press comes before: it finds the page as `work` leaves it. */
export function beforeNextInput(work: () => void): Postponed {
  const waiting = new AbortController()
  const { signal } = waiting
  const cancel = () => waiting.abort()
  const now = () => {
    if (signal.aborted) return
    cancel()
    work()
  }
  signal.addEventListener('abort', afterFrame(now))
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, now, { capture: true, signal })
  return { now, cancel }
}
