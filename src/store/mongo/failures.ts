import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb'
import { unavailable } from '../shared/unavailable.ts'

const DUPLICATE_KEY = 11_000

/** Whether the error comes from the database or the network, not from the request. */
export const isOutside = (error: unknown): boolean => error instanceof MongoError

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** Whether the driver put this label on the error. */
export const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof MongoError && error.hasErrorLabel(label)

/** Whether the connection broke. The driver does not always put its labels on such an error, and wraps that of a bulk write. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoBulkWriteError && error.code === undefined)

/** Rejects with `store_unavailable` after `ms`. The work itself continues, so what it writes may still be stored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(unavailable(new Error(`no answer within ${ms} ms`))),
    ms,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
