import { within } from '#src/rules/within.ts'
import { tooLate } from './failures.ts'

/**
 * Runs work one after the other. What takes longer than `limitMs` is refused with `store_unavailable`, and the next one begins: the driver
 * never settles a call whose connection closes while the call is being sent (decision 022).
 */
export function createQueue(limitMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(() => within(limitMs, work(), tooLate))
    last = result.catch(() => undefined)
    return result
  }
}
