import type { ClientSession, MongoClient } from 'mongodb'
import { Refusal } from '#src/rules/refusal.ts'
import { unavailable } from '../shared/unavailable.ts'
import { DURABLE } from './client.ts'
import { hasLabel, isDuplicate, isConnectionLost } from './failures.ts'

const LONGEST_PAUSE_MS = 60

/** Waits before the next try: longer with each try, and at random so that two rivals do not meet again. */
const pause = (tries: number) =>
  Bun.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** Math.min(tries, 6)))

/**
 * Commits, and repeats the commit while its result is unknown. Throws the driver's error if nothing was committed, and `store_unavailable` if
 * that stays unknown: then only the caller can ask again, by its key.
 */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (hasLabel(error, 'TransientTransactionError')) throw error
      const isUnknown = hasLabel(error, 'UnknownTransactionCommitResult') || isConnectionLost(error)
      if (!isUnknown || performance.now() > deadline) throw unavailable(error)
      await pause(tries)
    }
}

/**
 * Resolves when a majority has everything that the primary has now: a write that changes nothing waits for the writes before it. A
 * transaction that is aborted gives no such promise about what it read.
 */
const settle = (client: MongoClient) =>
  client
    .db()
    .collection<{ _id: string }>('items')
    .updateOne({ _id: '' }, { $set: { rev: 0 } })

async function runOnce<T>(
  client: MongoClient,
  session: ClientSession,
  work: () => Promise<T>,
  deadline: number,
): Promise<T> {
  session.startTransaction({ ...DURABLE, readConcern: { level: 'snapshot' } })
  let result: T
  try {
    result = await work()
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
    // A refusal must not rest on a write that may be rolled back, or that a later read does not see.
    if (error instanceof Refusal) await settle(client)
    throw error
  }
  await commit(session, deadline)
  return result
}

/** Whether the next try can succeed: after a duplicate it sees the rival's value. */
const isPassing = (error: unknown): boolean =>
  hasLabel(error, 'TransientTransactionError') || isDuplicate(error) || isConnectionLost(error)

/**
 * Runs `work` in one transaction, and again from its start after a conflict, until `deadline` (of `performance.now()`). Throws
 * `store_unavailable` after it.
 */
export const runTransaction = <T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
  deadline: number,
): Promise<T> =>
  client.withSession(async (session) => {
    for (let tries = 1; ; tries++) {
      if (performance.now() > deadline) throw unavailable(null)
      try {
        return await runOnce(client, session, () => work(session), deadline)
      } catch (error) {
        if (!isPassing(error) || performance.now() > deadline) throw error
        await pause(tries)
      }
    }
  })
