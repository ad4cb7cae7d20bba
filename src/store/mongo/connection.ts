import {
  type Binary,
  type ClientSession,
  type Db,
  MongoClient,
  MongoError,
  MongoServerError,
  ReadConcern,
} from 'mongodb'
import type { Logger } from '#src/monitoring/log.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { collectionsOf, type Collections } from './documents.ts'
import { createQueues } from './queues.ts'

/**
 * A request is answered within ten seconds, so nobody waits longer for the store: what takes longer is a 503. Signing in, a
 * write and telling of it come to less.
 */
const READ_MS = 3_500
const WRITE_MS = 5_000
const SOCKET_MS = 8_000
/** What takes longer may wait for a transaction that nobody ends. */
const LOOK_MS = 500
const RETRY_AFTER_SECONDS = 2
const LONGEST_PAUSE_MS = 60

export const DUPLICATE_KEY = 11_000

const DURABLE = { writeConcern: { w: 'majority' }, readPreference: 'primary' } as const

export type Connection = Collections & {
  db: Db
  /**
   * For single reads outside a session: what a majority has. The others must name no read concern, or a snapshot session
   * would silently read without its snapshot.
   */
  settled: Collections
  /**
   * Runs `work` in one transaction, again from its start when another write was in its way: it must have no other effects.
   * Those that write the same documents name one `turn`, and go one after the other.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>, turn?: string): Promise<T>
  /** Reads of one moment that have seen every write answered before. `isPatient`: no request waits for it. */
  snapshot<T>(
    work: (session: ClientSession) => Promise<T>,
    options?: { isPatient?: boolean },
  ): Promise<T>
  /** A single operation; turns what the database says of itself into a refusal. */
  run<T>(work: () => Promise<T>, options?: { isPatient?: boolean }): Promise<T>
  close(): Promise<void>
}

export function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal(
    'store_unavailable',
    'The portal cannot save or read anything at the moment. Please try again.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
  refusal.cause = cause
  return refusal
}

/**
 * Waits for `work` so long and no longer. It goes on by itself then: what it writes may come to stand, as behind an answer
 * that was lost.
 */
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

/** An error that the database or the way to it made, not the request. */
const isOutside = (error: unknown): boolean => error instanceof MongoError

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

const has = (error: unknown, label: string): boolean =>
  error instanceof MongoError && error.hasErrorLabel(label)

/** Grows with the tries and differs between the rivals. */
const pause = (tries: number) =>
  Bun.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** Math.min(tries, 6)))

/** How servers of one database name themselves to MongoDB; who wants to be alone there looks for it. */
export const serverName = (database: string): string => `adp-portal ${database}`.slice(0, 100)

export const connectClient = (
  url: string,
  { selectionMs = 5_000, appName }: { selectionMs?: number; appName: string },
) =>
  new MongoClient(url, {
    appName,
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: SOCKET_MS,
    maxPoolSize: 50,
    waitQueueTimeoutMS: SOCKET_MS,
    ...DURABLE,
  })

export function openConnection(client: MongoClient, log?: Logger): Connection {
  const db = client.db()

  /**
   * Ends transactions that an instance left open when it was killed. MongoDB would keep what they wrote from everybody for up to
   * 90 s, its limit of 60 s and the pause between its looks. One that is younger than a request waits is left alone; were its
   * instance alive after all, its next command would fail and the work begin anew. Needs no privilege: a user may see and end
   * what is its own.
   */
  async function endAbandoned(): Promise<void> {
    const admin = client.db('admin')
    const abandoned = await admin
      .aggregate<{ lsid: { id: Binary } }>([
        { $currentOp: { allUsers: false, idleSessions: true } },
        {
          $match: {
            type: 'idleSession',
            appName: serverName(db.databaseName),
            'transaction.timeInactiveMicros': { $gt: WRITE_MS * 1_000 },
          },
        },
      ])
      .toArray()
    if (abandoned.length === 0) return
    await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) })
    log?.warn('abandoned_transactions_ended', { count: abandoned.length })
  }

  let lastLook = 0
  function look(): void {
    if (performance.now() - lastLook < LOOK_MS) return
    lastLook = performance.now()
    // whoever waits is told of a database that is away by its own call
    endAbandoned().catch(() => undefined)
  }

  async function commit(session: ClientSession, deadline: number): Promise<void> {
    for (let tries = 0; ; tries++)
      try {
        return await session.commitTransaction()
      } catch (error) {
        if (!has(error, 'UnknownTransactionCommitResult') || performance.now() > deadline)
          throw error
        await pause(tries)
      }
  }

  /**
   * Ends when a majority has all that the primary has now: a write that changes nothing waits for what was before it. A transaction
   * that is given up makes no such promise of what it read.
   */
  const settle = () =>
    db.collection<{ _id: string }>('items').updateOne({ _id: '' }, { $set: { rev: 0 } })

  async function attempt<T>(
    session: ClientSession,
    work: (session: ClientSession) => Promise<T>,
    deadline: number,
  ): Promise<T> {
    session.startTransaction({ ...DURABLE, readConcern: { level: 'snapshot' } })
    try {
      const result = await work(session)
      await commit(session, deadline)
      return result
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
      // nobody is refused for what may yet be undone, or is not seen by who reads after it
      if (error instanceof Refusal) await settle()
      throw error
    }
  }

  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  const inTurn = createQueues()

  /** What was asked for before the store is closed is done first. */
  async function run<T>(work: () => Promise<T>, ms: number | null): Promise<T> {
    if (isClosed) throw unavailable(null)
    const done = work()
    const forget = () => void underWay.delete(done)
    underWay.add(done)
    done.then(forget, forget)
    const looking = setInterval(look, LOOK_MS)
    try {
      return await (ms === null ? done : within(ms, done))
    } catch (error) {
      if (isOutside(error) && !isDuplicate(error)) throw unavailable(error)
      throw error
    } finally {
      clearInterval(looking)
    }
  }

  async function transact<T>(
    work: (session: ClientSession) => Promise<T>,
    deadline: number,
  ): Promise<T> {
    const session = client.startSession()
    try {
      for (let tries = 0; ; tries++) {
        // whoever waited for a turn until now is not there any more
        if (performance.now() > deadline) throw unavailable(null)
        try {
          return await attempt(session, work, deadline)
        } catch (error) {
          // a rival that made the same unique value is seen by the next try
          const isPassing = has(error, 'TransientTransactionError') || isDuplicate(error)
          if (!isPassing || performance.now() > deadline) throw error
          await pause(tries)
        }
      }
    } finally {
      await session.endSession().catch(() => undefined)
    }
  }

  return {
    db,
    ...collectionsOf(db),
    settled: collectionsOf(client.db(undefined, { readConcern: new ReadConcern('majority') })),
    run: (work, { isPatient = false } = {}) => run(work, isPatient ? null : READ_MS),
    transact(work, turn) {
      const deadline = performance.now() + WRITE_MS
      const begin = () => transact(work, deadline)
      return run(() => (turn === undefined ? begin() : inTurn(turn, begin)), WRITE_MS)
    },
    snapshot: (work, { isPatient = false } = {}) =>
      run(
        async () => {
          const session = client.startSession({ snapshot: true })
          try {
            return await work(session)
          } finally {
            await session.endSession().catch(() => undefined)
          }
        },
        isPatient ? null : READ_MS,
      ),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay)
      await client.close()
    },
  }
}
