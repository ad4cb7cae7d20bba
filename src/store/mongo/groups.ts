import type { ClientSession, MongoClient } from 'mongodb'
import { Refusal } from '#src/rules/refusal.ts'
import type { Caller } from './gather.ts'
import { runTransaction } from './transactions.ts'

/** What one caller of a group gets: its value, or what is thrown to it alone. */
export type Outcome<T> = { value: T } | { error: unknown }

/**
 * Decides for all callers and writes it. Answers one outcome for each, in their order, and what to do once it is committed. `failed` counts the
 * tries before this one.
 */
export type GroupWork<Job, T> = (
  jobs: Job[],
  session: ClientSession,
  failed: number,
) => Promise<{ outcomes: Outcome<T>[]; afterCommit: () => void }>

/** After so many failed tries a group is parted. */
const TRIES = 8

/**
 * Serves a group in one transaction. A group that keeps failing is parted: its halves run one after the other, until what fails stands
 * alone. Settles every caller.
 */
export async function runGroup<Job, T>(
  client: MongoClient,
  callers: Caller<Job, T>[],
  work: GroupWork<Job, T>,
  deadline: number,
): Promise<void> {
  const jobs = callers.map(({ asked }) => asked)
  const tries = callers.length > 1 ? TRIES : Infinity
  try {
    const { outcomes, afterCommit } = await runTransaction(
      client,
      (session, failed) => work(jobs, session, failed),
      {
        deadline,
        tries,
      },
    )
    afterCommit()
    for (const [index, outcome] of outcomes.entries())
      if ('value' in outcome) callers[index]?.resolve(outcome.value)
      else callers[index]?.reject(outcome.error)
  } catch (error) {
    // A refusal of the whole transaction may mean that it was committed.
    const isOver = error instanceof Refusal || performance.now() > deadline
    if (callers.length === 1 || isOver) {
      for (const { reject } of callers) reject(error)
      return
    }
    const half = callers.length >> 1
    await runGroup(client, callers.slice(0, half), work, deadline)
    await runGroup(client, callers.slice(half), work, deadline)
  }
}
