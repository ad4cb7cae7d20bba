import { type ClientSession, type Db, type MongoClient, ReadConcern } from 'mongodb'
import type { Logger } from '#src/monitoring/log.ts'
import { within } from '#src/rules/within.ts'
import { unavailable } from '../shared/unavailable.ts'
import { endAbandoned } from './abandoned.ts'
import { collectionsOf, type Collections } from './documents.ts'
import { isDuplicate, isOutside, tooLate } from './failures.ts'
import { createQueue } from './queue.ts'
import { runTransaction } from './transactions.ts'

/**
 * A request is answered within ten seconds: one read to sign in, one write, and one read to announce it take less. A call that takes longer
 * is refused with 503.
 */
const READ_MS = 3_500
const WRITE_MS = 5_000
/** A call that takes longer may be waiting for an abandoned transaction. */
const CHECK_MS = 500
/** A transaction without a command for so long is abandoned. A call that waits for its documents then still has time to succeed. */
const ABANDONED_MS = 2_000

export type Connection = Collections & {
  db: Db
  /**
   * For single reads outside a session: they see what a majority has. Reads inside a session must not name a read concern, because a
   * snapshot session would silently ignore its snapshot then.
   */
  settled: Collections
  /**
   * Runs `work` in one transaction, and again from its start after a conflict, so `work` must have no other effects. The transactions of
   * this process run one after the other: most of them would meet at a cart, a shelf or the switches, and repeat each other's work. The
   * database's own conflicts keep other instances apart.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>): Promise<T>
  /** Runs reads in one snapshot that includes every write answered before. `isPatient`: without a time limit. */
  snapshot<T>(
    work: (session: ClientSession) => Promise<T>,
    options?: { isPatient?: boolean },
  ): Promise<T>
  /** Runs a single operation. `isPatient`: without a time limit. */
  run<T>(work: () => Promise<T>, options?: { isPatient?: boolean }): Promise<T>
  /** Waits for running calls, then disconnects. */
  close(): Promise<void>
}

/** The portal's way to use a client: with time limits, and with `store_unavailable` for faults of the database. `prefix` is that of `collectionsOf`. */
export function openConnection(client: MongoClient, log?: Logger, prefix = ''): Connection {
  const db = client.db()
  const enqueue = createQueue(WRITE_MS)
  /** When each running call began, the oldest first. */
  const underWay = new Map<Promise<unknown>, number>()
  let isClosed = false
  let checking: ReturnType<typeof setInterval> | undefined

  function checkOldest(): void {
    const [oldest = Infinity] = underWay.values()
    if (performance.now() - oldest < CHECK_MS) return
    // The waiting call reports a fault of the database.
    endAbandoned(client, ABANDONED_MS, log).catch(() => undefined)
  }

  function enter(call: Promise<unknown>): void {
    underWay.set(call, performance.now())
    checking ??= setInterval(checkOldest, CHECK_MS)
  }

  function leave(call: Promise<unknown>): void {
    underWay.delete(call)
    if (underWay.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  /** Runs `work` for at most `ms`; `null` for no limit. */
  async function runLimited<T>(work: () => Promise<T>, ms: number | null): Promise<T> {
    if (isClosed) throw unavailable(null)
    const done = work()
    enter(done)
    const forget = () => leave(done)
    done.then(forget, forget)
    try {
      return await (ms === null ? done : within(ms, done, tooLate))
    } catch (error) {
      if (isOutside(error) && !isDuplicate(error)) throw unavailable(error)
      throw error
    }
  }

  return {
    db,
    ...collectionsOf(db, prefix),
    settled: collectionsOf(
      client.db(undefined, { readConcern: new ReadConcern('majority') }),
      prefix,
    ),
    run: (work, { isPatient = false } = {}) => runLimited(work, isPatient ? null : READ_MS),
    transact(work) {
      const deadline = performance.now() + WRITE_MS
      return runLimited(() => enqueue(() => runTransaction(client, work, deadline)), WRITE_MS)
    },
    snapshot: (work, { isPatient = false } = {}) =>
      runLimited(() => client.withSession({ snapshot: true }, work), isPatient ? null : READ_MS),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay.keys())
      await client.close()
    },
  }
}
