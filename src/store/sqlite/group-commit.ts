import type { Database } from 'bun:sqlite'
import type { Logger } from '#src/monitoring/log.ts'
import { unavailable } from '../shared/unavailable.ts'
import { codeOf, isBusy, isUnavailable } from './failures.ts'
import type { Prepare } from './statements.ts'

type Waiting = {
  job: () => unknown
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  since: number
}

/** A group takes no further write after so long: it blocks the event loop. */
const GROUP_MS = 20
/**
 * After a group of several writes, the next one waits for its neighbours: until none arrived for `QUIET_MS`, and never longer than
 * `GATHER_MS`. A commit costs several times as much.
 */
const QUIET_MS = 0.04
const GATHER_MS = 0.2
/** How long a write waits for a writer in another process before it fails with `store_unavailable`. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_MS = 1
/** So long after a write failed, and until another one goes well, the store counts as failing. */
const FAILING_MS = 10_000

export type GroupCommit = {
  /**
   * Runs `job` in a transaction and resolves once it is durable. A job that throws writes nothing. Jobs are synchronous, and have no effect
   * outside the database.
   */
  write<T>(job: () => T): Promise<T>
  /** Whether a write failed a short time ago and none has gone well since: a full disk can still take a small one. */
  isFailing(): boolean
  /** Refuses new writes, and resolves when no write waits any more. */
  close(): Promise<void>
}

/**
 * Writes that arrive together share one durable transaction. BEGIN … COMMIT is one synchronous block, so that no read sees uncommitted
 * data. No write resolves before COMMIT.
 */
export function openGroupCommit({
  db,
  prepare,
  log,
}: {
  db: Database
  prepare: Prepare
  log: Logger
}): GroupCommit {
  const begin = prepare('BEGIN IMMEDIATE')
  const commit = prepare('COMMIT')
  const save = prepare('SAVEPOINT job')
  const undo = prepare('ROLLBACK TO job')
  const release = prepare('RELEASE job')
  const changes = prepare<{ total: number }, []>('SELECT total_changes() AS total')
  let waiting: Waiting[] = []
  let isScheduled = false
  let lastSize = 0
  let isClosed = false
  let whenIdle: (() => void) | undefined
  let failedAt = -Infinity

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    if (lastSize > 1) gather(performance.now())
    else setImmediate(commitGroup)
  }

  /** Commits when no neighbour comes any more. A timer would be late by a millisecond, so it asks in each turn of the event loop. */
  function gather(since: number) {
    setImmediate(() => {
      const now = performance.now()
      const newest = waiting.at(-1)?.since ?? since
      if (now - newest < QUIET_MS && now - since < GATHER_MS) gather(since)
      else commitGroup()
    })
  }

  /** Runs jobs in their order until `GROUP_MS` have passed. Answers a function for each, which settles its promise and is called after COMMIT. */
  function runJobs(group: readonly Waiting[]): (() => void)[] {
    const begun = performance.now()
    const answers: (() => void)[] = []
    for (const { job, resolve, reject } of group) {
      save.run()
      try {
        const value = job()
        answers.push(() => resolve(value))
      } catch (error) {
        // A failing disk ends the whole transaction, the jobs before included.
        if (isUnavailable(error) || !db.inTransaction) throw error
        undo.run()
        answers.push(() => reject(error))
      }
      release.run()
      if (performance.now() - begun > GROUP_MS) break
    }
    return answers
  }

  function fail(group: readonly Waiting[], error: unknown) {
    if (db.inTransaction) db.exec('ROLLBACK')
    failedAt = performance.now()
    log.error('store_write_failed', { code: codeOf(error), writes: group.length })
    for (const { reject } of group) reject(unavailable(error))
  }

  /**
   * Commits the first writes of the group, or rejects all of it. Answers how many writes it settled: none, with nothing done, if a writer in
   * another process holds the lock.
   */
  function commitFirst(group: readonly Waiting[]): number {
    let hasBegun = false
    let answers: (() => void)[]
    try {
      begin.run()
      hasBegun = true
      const before = changes.get()?.total
      answers = runJobs(group)
      const hasWritten = changes.get()?.total !== before
      commit.run()
      if (hasWritten) failedAt = -Infinity
    } catch (error) {
      const waited = performance.now() - (group[0]?.since ?? 0)
      if (!hasBegun && isBusy(error) && waited < BUSY_TIMEOUT_MS) return 0
      fail(group, error)
      return group.length
    }
    for (const answer of answers) answer()
    return answers.length
  }

  function commitGroup() {
    isScheduled = false
    const group = waiting
    waiting = []
    const settled = group.length > 0 ? commitFirst(group) : 0
    lastSize = settled
    waiting = [...group.slice(settled), ...waiting]
    if (group.length > 0 && settled === 0) {
      isScheduled = true
      setTimeout(commitGroup, BUSY_RETRY_MS)
      return
    }
    if (waiting.length > 0) return schedule()
    whenIdle?.()
  }

  return {
    write<T>(job: () => T): Promise<T> {
      if (isClosed) return Promise.reject(unavailable(new Error('The store is closed.')))
      return new Promise<T>((resolve, reject) => {
        waiting.push({
          job,
          resolve: (value) => resolve(value as T),
          reject,
          since: performance.now(),
        })
        schedule()
      })
    },
    isFailing: () => performance.now() - failedAt < FAILING_MS,
    close() {
      isClosed = true
      return new Promise((resolve) => {
        whenIdle = resolve
        schedule()
      })
    },
  }
}
