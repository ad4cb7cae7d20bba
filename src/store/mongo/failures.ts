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

/** What comes too late for its caller may still be stored. */
export const tooLate = () => unavailable(new Error('no answer in time'))
