import { SQLiteError } from 'bun:sqlite'

const BUSY = /^SQLITE_(BUSY|LOCKED)/
const UNAVAILABLE =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|AUTH|TOOBIG)/

/** SQLite's name for the error, for logs. */
export const codeOf = (error: unknown): string =>
  error instanceof SQLiteError ? (error.code ?? error.message) : String(error)

export const isBusy = (error: unknown): boolean => BUSY.test(codeOf(error))

/** Whether the error comes from the database file, not from the request. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof SQLiteError && UNAVAILABLE.test(codeOf(error))
