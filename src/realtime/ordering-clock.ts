import type { Logger } from '#src/monitoring/log.ts'
import { dueTimes, nextTime } from '#src/rules/window.ts'
import type { Store } from '#src/store/port.ts'
import { systemTimers, type Timers } from './timers.ts'

/** How often the times are read again: another instance may have changed them while its notice was lost. */
const CHECK_MS = 1_000

/**
 * Turns ordering at the times that are set, and what was missed at the start. Orders do not depend on it: they ask the times themselves. It
 * only writes the turn into the history, and so to open pages.
 */
export function openOrderingClock(
  { store, log, now }: { store: Store; log: Logger; now: () => number },
  timers: Timers = systemTimers,
) {
  let isChecking = false
  let hasFailed = false
  let stopWaiting = () => {}

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      const { rows } = await store.ordering.read()
      if (dueTimes(rows, now()).length > 0) await store.ordering.turnByClock(now())
      const next = nextTime(rows, now())
      const waitMs = next === null ? Infinity : next.at - now()
      stopWaiting()
      if (waitMs < CHECK_MS) stopWaiting = timers.after(waitMs, () => void check())
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn('ordering_clock_failed', { error: String(error) })
      hasFailed = true
    } finally {
      isChecking = false
    }
  }

  const stopChecking = timers.every(CHECK_MS, () => void check())
  void check()
  return {
    stop(): void {
      stopChecking()
      stopWaiting()
    },
  }
}
