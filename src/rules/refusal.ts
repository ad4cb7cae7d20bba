import type { FieldProblem, ProblemCode } from '#src/contract/problem.ts'

/**
 * An expected failure: thrown by rules, stores and services, turned into a reply by `app.ts` alone.
 * `details` may carry `errors` (which field), `current` (the row as it stands) and `retryAfterSeconds`.
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
export const tooManyRequests = (retryAfterSeconds: number, message: string) =>
  new Refusal('too_many_requests', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })
