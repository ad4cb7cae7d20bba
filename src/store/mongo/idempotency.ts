import type { ClientSession } from 'mongodb'
import type { PersonId } from '#src/contract/ids.ts'
import type { Answered, Idempotency, Written } from '../port.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import type { Connection } from './connection.ts'
import type { AnsweredDoc } from './documents.ts'
import type { Done, Topics } from './topics.ts'

/** A call that a client may repeat under its key. */
type Call = { actorId: PersonId; idempotency: Idempotency | undefined; now: number }

/** The id of the answer that is kept under a key of a person. */
export const answerId = ({ personId, key }: Pick<AnsweredDoc, 'personId' | 'key'>) =>
  `${personId} ${key}`

/** Keeps the first answer to each idempotency key of a person. */
export function openIdempotency({ answered, run, settled }: Connection, { write }: Topics) {
  async function recall(
    actorId: PersonId,
    idempotency: Idempotency,
    now: number,
    session?: ClientSession,
  ): Promise<string | null> {
    const from = session ? answered : settled.answered
    const _id = answerId({ personId: actorId, key: idempotency.key })
    const first = await from.findOne({ _id }, session ? { session } : {})
    return firstAnswer(first, idempotency, now)
  }

  return {
    /** The first answer to a key, or `null`. Throws `key_reused`. */
    findAnswer: (actorId: PersonId, idempotency: Idempotency, now: number) =>
      run(() => recall(actorId, idempotency, now)),
    /**
     * Answers the first answer again, or that of `decide`, which it keeps in the same transaction. Two calls with one key at once conflict in
     * the key's document: the second starts again after the first has committed.
     */
    answerOnce: (
      { actorId, idempotency, now }: Call,
      decide: (session: ClientSession) => Promise<Done<string>>,
    ): Promise<Written<Answered>> =>
      write<Answered>(async (session) => {
        const first = idempotency && (await recall(actorId, idempotency, now, session))
        if (typeof first === 'string') return { value: { body: first, replayed: true } }
        const { value: body, ...done } = await decide(session)
        if (idempotency) {
          const answer = { personId: actorId, ...idempotency, body, at: now }
          await answered.replaceOne({ _id: answerId(answer) }, answer, { upsert: true, session })
        }
        return { ...done, value: { body, replayed: false } }
      }),
  }
}
