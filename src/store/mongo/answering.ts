import { type CountedTopic, ordersTopic } from '#src/contract/topics.ts'
import type { Answered, Idempotency, Nudge, Written } from '../port.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import type { Connection } from './connection.ts'
import { type Changes, type GroupDocuments, holdDocuments, type Needs } from './group-documents.ts'
import { openGroupStorage } from './group-storage.ts'
import type { Outcome } from './groups.ts'
import { nextTurn } from './gather.ts'
import { answerId } from './idempotency.ts'
import type { Topics } from './topics.ts'

/** A write that is decided in memory and may share its transaction with others. */
export type Job = Needs & {
  actorId: string
  idempotency: Idempotency | undefined
  now: number
  /** Throws a `Refusal`, which only its caller gets. May run several times, each time on the documents of a new try. */
  decide(documents: GroupDocuments): { body: string; changes: Changes }
}

/** After so long the event loop gets a turn between two decisions. */
const BLOCK_MS = 20

type Done = { value: Answered; orders: Nudge[]; counted: CountedTopic[] }

/** Answers the first answer to the job's key again, or decides the job and keeps its answer. */
function answer({ actorId, idempotency, now, decide }: Job, documents: GroupDocuments): Done {
  const id = idempotency ? answerId(actorId, idempotency) : null
  const kept = documents.answer(id)
  const first =
    idempotency && kept && firstAnswer({ ...kept, at: kept.at.getTime() }, idempotency, now)
  if (typeof first === 'string')
    return { value: { body: first, replayed: true }, orders: [], counted: [] }
  const { body, changes } = decide(documents)
  documents.apply(changes)
  if (id !== null && idempotency)
    documents.keep({ _id: id, bodyHash: idempotency.bodyHash, body, at: new Date(now) })
  const counted: CountedTopic[] = []
  if (changes.lines.size > 0) counted.push('carts')
  if (changes.taken.size > 0) counted.push('inventory')
  const orders = [...changes.lines.keys()].flatMap((cartId): Nudge[] => {
    const cart = documents.cart(cartId)
    return cart ? [{ topic: ordersTopic(cart.accountId), rev: cart.rev }] : []
  })
  return { value: { body, replayed: false }, orders, counted }
}

const keyOf = ({ actorId, idempotency }: Job): string[] =>
  idempotency ? [answerId(actorId, idempotency)] : []

function tryToAnswer(job: Job, documents: GroupDocuments): Outcome<Done> {
  try {
    return { value: answer(job, documents) }
  } catch (error) {
    return { error }
  }
}

/** Decides and writes jobs in groups: those that arrive while a group is under way share the next transaction. */
export function openAnswering(connection: Connection, topics: Topics) {
  const storage = openGroupStorage(connection, topics)
  const join = connection.inGroups<Job, Done>(async (jobs, session, failed) => {
    const documents = holdDocuments(await storage.read(jobs, session))
    const recall = async (some: readonly Job[]) =>
      documents.learn(await storage.readAnswers(some.flatMap(keyOf), session))
    // A used key is rare: the first try finds it when it writes a second answer under it, and fails.
    if (failed > 0) await recall(jobs)
    const tried: { job: Job; outcome: Outcome<Done> }[] = []
    let begun = performance.now()
    for (const job of jobs) {
      tried.push({ job, outcome: tryToAnswer(job, documents) })
      if (performance.now() - begun < BLOCK_MS) continue
      await nextTurn()
      begun = performance.now()
    }
    // What is refused may have been answered before.
    const refused = tried.filter(({ outcome }) => 'error' in outcome)
    if (failed === 0) await recall(refused.map(({ job }) => job))
    for (const one of refused)
      if (keyOf(one.job).some((id) => documents.answer(id)))
        one.outcome = tryToAnswer(one.job, documents)
    await storage.write(documents.changed(), session)
    return {
      outcomes: tried.map(({ outcome }) => outcome),
      afterCommit: () => storage.remember(documents.moved()),
    }
  })
  return async (job: Job): Promise<Written<Answered>> => {
    const { value, orders, counted } = await join(job)
    return { value, moved: await topics.told(counted, orders) }
  }
}

export type Answer = ReturnType<typeof openAnswering>
