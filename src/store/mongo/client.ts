import { MongoClient } from 'mongodb'

/** Longer than any request waits for the store. */
const SOCKET_MS = 8_000

/** Reads and writes that survive the loss of the primary. */
export const DURABLE = { writeConcern: { w: 'majority' }, readPreference: 'primary' } as const

/** The name that servers of one database give MongoDB. Tools look for it to find out whether a server is running. */
export const serverName = (database: string): string => `adp-portal ${database}`.slice(0, 100)

/** A client with the portal's limits; it connects at its first use. `socketMs`: how long an answer may take; 0 is as long as it takes. */
export const createClient = (
  url: string,
  {
    selectionMs = 5_000,
    socketMs = SOCKET_MS,
    appName,
  }: { selectionMs?: number; socketMs?: number; appName: string },
) =>
  new MongoClient(url, {
    appName,
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: socketMs,
    maxPoolSize: 50,
    waitQueueTimeoutMS: SOCKET_MS,
    ...DURABLE,
  })
