import { SQLiteError } from 'bun:sqlite'
import { Refusal } from '#src/rules/refusal.ts'

const BUSY = /^SQLITE_(BUSY|LOCKED)/
const UNAVAILABLE =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|AUTH|TOOBIG)/
const RETRY_AFTER_SECONDS = 2

/** SQLite's name for what went wrong, for logs. */
export const codeOf = (error: unknown): string =>
  error instanceof SQLiteError ? (error.code ?? error.message) : String(error)

export const isBusy = (error: unknown): boolean => BUSY.test(codeOf(error))

/** Whether the file, not the request, is at fault. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof SQLiteError && UNAVAILABLE.test(codeOf(error))

export function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal(
    'store_unavailable',
    'The portal cannot save or read anything at the moment. Please try again.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
  refusal.cause = cause
  return refusal
}
