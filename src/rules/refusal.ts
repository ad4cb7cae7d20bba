import type { FieldProblem, ProblemCode } from '#src/contract/problem.ts'

/**
 * An expected failure. Rules, stores and services throw it, and only `app.ts` turns it into a reply. `details` may have `errors`
 * (one for each wrong field), `current` (the present row) and `retryAfterSeconds`.
 */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly details: { errors?: FieldProblem[]; current?: unknown; retryAfterSeconds?: number }

  constructor(code: ProblemCode, message: string, details: Refusal['details'] = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found.`)
export const forbidden = () => new Refusal('forbidden', 'This is not yours to see or change.')
export const unauthorized = () => new Refusal('unauthorized', 'Please sign in again.')
/** Tells a person when to come back: in seconds, minutes or hours, rounded up. */
function tryAgainIn(seconds: number): string {
  const [unit, size] =
    seconds <= 60
      ? (['second', 1] as const)
      : seconds <= 5_400
        ? (['minute', 60] as const)
        : (['hour', 3_600] as const)
  const count = Math.max(1, Math.ceil(seconds / size))
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}
/** Refuses with these words, and says when to come back. */
export const tooMany = (retryAfterSeconds: number, words: string) =>
  tooManyRequests(retryAfterSeconds, `${words} ${tryAgainIn(retryAfterSeconds)}`)
export const tooManyAttempts = (retryAfterSeconds: number) =>
  tooMany(retryAfterSeconds, 'Too many attempts.')
export const keyReused = () =>
  new Refusal('key_reused', 'This Idempotency-Key was used for another request.')
export const tooBusy = (retryAfterSeconds?: number) =>
  new Refusal('store_unavailable', 'Too busy just now. Please try again in a moment.', {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
export const tooManyRequests = (retryAfterSeconds: number, message: string) =>
  new Refusal('too_many_requests', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })
