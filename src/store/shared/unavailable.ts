import { Refusal } from '#src/rules/refusal.ts'

const RETRY_AFTER_SECONDS = 2

/** The refusal `store_unavailable`; `cause` is what the database reported. */
export function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal(
    'store_unavailable',
    'The portal cannot save or read anything at the moment. Please try again.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
  refusal.cause = cause
  return refusal
}
