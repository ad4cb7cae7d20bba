import type { PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { tooManyRequests } from '#src/rules/refusal.ts'

const RETRY_SECONDS = 1

/** The calls of one account: how many the server works on, and those that wait, first come first served. */
type Calls = { atWork: number; waiting: (() => void)[] }

/** Module state, because all applications of a process share its time. */
const accounts = new Map<string, Calls>()

function leave(personId: PersonId, calls: Calls): void {
  const next = calls.waiting.shift()
  if (next) next()
  else if (--calls.atWork === 0) accounts.delete(personId)
}

/**
 * Waits for one of the places of an account, and resolves with a function that gives it back. Throws 429 if too many calls wait already. One
 * account can thus not take all the time of the server, however many calls it makes.
 */
export async function takePlace(personId: PersonId): Promise<() => void> {
  const calls = accounts.get(personId) ?? { atWork: 0, waiting: [] }
  if (calls.atWork < limits.requestsAtOnce) {
    calls.atWork++
    accounts.set(personId, calls)
  } else if (calls.waiting.length < limits.requestsWaiting)
    await new Promise<void>((resolve) => calls.waiting.push(resolve))
  else
    throw tooManyRequests(
      RETRY_SECONDS,
      `At most ${limits.requestsAtOnce + limits.requestsWaiting} calls of one account at the same time. Please try again in a second.`,
    )
  let hasLeft = false
  return () => {
    if (!hasLeft) leave(personId, calls)
    hasLeft = true
  }
}
