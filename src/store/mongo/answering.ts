import { type CountedTopic, ordersTopic } from '#src/contract/topics.ts'
import type { Answered, Idempotency, Nudge, Written } from '../port.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import type { Connection } from './connection.ts'
import { type Changes, type GroupDocuments, holdDocuments, type Needs } from './group-documents.ts'
import { openGroupStorage } from './group-storage.ts'
import type { Outcome } from './groups.ts'
import { answerId } from './idempotency.ts'
import type { Topics } from './topics.ts'

/** A write that is decided in memory and may share its transaction with others. */
export type Job = Omit<Needs, 'answerId'> & {
  actorId: string
  idempotency: Idempotency | undefined
  now: number
  /** Throws a `Refusal`, which only its caller gets. May run several times, each time on the documents of a new try. */
  decide(documents: GroupDocuments): { body: string; changes: Changes }
}

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

/** Decides and writes jobs in groups: those that arrive while a group is under way share the next transaction. */
export function openAnswering(connection: Connection, topics: Topics) {
  const storage = openGroupStorage(connection, topics)
  const join = connection.inGroups<Job, Done>(async (jobs, session) => {
    const needs = jobs.map(({ actorId, idempotency, ...job }) => ({
      ...job,
      answerId: idempotency ? answerId(actorId, idempotency) : null,
    }))
    const documents = holdDocuments(await storage.read(needs, session))
    const outcomes = jobs.map((job): Outcome<Done> => {
      try {
        return { value: answer(job, documents) }
      } catch (error) {
        return { error }
      }
    })
    await storage.write(documents.changed(), session)
    return outcomes
  })
  return async (job: Job): Promise<Written<Answered>> => {
    const { value, orders, counted } = await join(job)
    return { value, moved: await topics.told(counted, orders) }
  }
}

export type Answer = ReturnType<typeof openAnswering>
