import { type ClientSession, type Db, type MongoClient, ReadConcern } from 'mongodb'
import type { Logger } from '#src/monitoring/log.ts'
import { unavailable } from '../shared/unavailable.ts'
import { openAbandonedCheck } from './abandoned.ts'
import { collectionsOf, type Collections } from './documents.ts'
import { isDuplicate, isOutside, within } from './failures.ts'
import { createGathering } from './gather.ts'
import { type GroupWork, runGroup } from './groups.ts'
import { createQueues, SHELVES } from './queues.ts'
import { runTransaction } from './transactions.ts'

/**
 * A request is answered within ten seconds: one read to sign in, one write, and one read to announce it take less. A call that takes longer
 * is refused with 503.
 */
export const READ_MS = 3_500
const WRITE_MS = 5_000
/** A call that takes longer may be waiting for an abandoned transaction. */
const CHECK_MS = 500
/** A transaction without a command for so long is abandoned. A call that waits for its documents then still has time to succeed. */
const ABANDONED_MS = 2_000
/** A group of the largest orders must still be written well within `WRITE_MS`. */
const GROUP_SIZE = 64
/** A group waits for callers who were just answered for this part of the time that the last one took. */
const PATIENCE = 0.3

export type Connection = Collections & {
  db: Db
  /**
   * For single reads outside a session: they see what a majority has. Reads inside a session must not name a read concern, because a
   * snapshot session would silently ignore its snapshot then.
   */
  settled: Collections
  /**
   * Runs `work` in one transaction, and again from its start after a conflict, so `work` must have no other effects. Transactions of this
   * instance with the same `turn` run one after the other.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>, turn?: string): Promise<T>
  /**
   * Answers a function that joins its caller to a group. Those who ask while one group is under way are the next group, and each group is one
   * transaction in the turn of the shelves.
   */
  inGroups<Job, T>(work: GroupWork<Job, T>): (job: Job) => Promise<T>
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

/** The portal's way to use a client: with time limits, and with `store_unavailable` for faults of the database. */
export function openConnection(client: MongoClient, log?: Logger): Connection {
  const db = client.db()
  const checkAbandoned = openAbandonedCheck(client, {
    idleMs: ABANDONED_MS,
    pauseMs: CHECK_MS,
    log,
  })
  const inTurn = createQueues(WRITE_MS)
  /** When each running call began, the oldest first. */
  const underWay = new Map<Promise<unknown>, number>()
  let isClosed = false
  let checking: ReturnType<typeof setInterval> | undefined

  function checkOldest(): void {
    const [oldest = Infinity] = underWay.values()
    if (performance.now() - oldest >= CHECK_MS) checkAbandoned()
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
      return await (ms === null ? done : within(ms, done))
    } catch (error) {
      if (isOutside(error) && !isDuplicate(error)) throw unavailable(error)
      throw error
    }
  }

  async function readSnapshot<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = client.startSession({ snapshot: true })
    try {
      return await work(session)
    } finally {
      await session.endSession().catch(() => undefined)
    }
  }

  return {
    db,
    ...collectionsOf(db),
    settled: collectionsOf(client.db(undefined, { readConcern: new ReadConcern('majority') })),
    run: (work, { isPatient = false } = {}) => runLimited(work, isPatient ? null : READ_MS),
    transact(work, turn) {
      const deadline = performance.now() + WRITE_MS
      const begin = () => runTransaction(client, work, { deadline })
      return runLimited(() => (turn === undefined ? begin() : inTurn(turn, begin)), WRITE_MS)
    },
    inGroups<Job, T>(work: GroupWork<Job, T>): (job: Job) => Promise<T> {
      const join = createGathering<Job, T>(
        (callers) =>
          inTurn(SHELVES, () => runGroup(client, callers, work, performance.now() + WRITE_MS)),
        { largest: GROUP_SIZE, waitMs: WRITE_MS, serveMs: WRITE_MS, patience: PATIENCE },
      )
      return (job) => runLimited(() => join(job), WRITE_MS)
    },
    snapshot: (work, { isPatient = false } = {}) =>
      runLimited(() => readSnapshot(work), isPatient ? null : READ_MS),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay.keys())
      await client.close()
    },
  }
}
