/** What board-page.ts and live-memory.ts share: a page that is told of an hour of changes, and what it keeps of them. */
import type { CDPSession } from '@playwright/test'
import { type Measured, percentile } from './interaction-figures.ts'

export const CHANGES_A_SECOND = 20
export const AN_HOUR_OF_CHANGES = 3_600 * CHANGES_A_SECOND
/** So many changes come first: what a page and its browser keep for good, such as 250 timings of requests, is there before. */
export const CHANGES_BEFORE = AN_HOUR_OF_CHANGES / 2
/** The heap may grow by this much in an hour: the measurement varies by it. */
const GOAL_KB = 1_000

export type Told = Window & { socket?: WebSocket }

/** Keeps the page's socket, so that frames can be given to the page as if the server had sent them. Runs in the page. */
export function keepSocket() {
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      Object.assign(window, { socket: this })
    }
  }
}

/** The page's JavaScript heap in kB, after everything that nobody holds is gone. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000
}

/** By how much the heap of a screen grew. */
export const grownBy = (screen: string, grown: readonly number[]): Measured => ({
  name: `${screen}: more memory after an hour of ${CHANGES_A_SECOND} changes a second`,
  size: 'desktop',
  unit: 'kB',
  median: percentile(grown, 0.5),
  p98: percentile(grown, 0.98),
  goal: GOAL_KB,
})
