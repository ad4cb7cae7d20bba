import type { ClientSession } from 'mongodb'
import type { Idempotency, OrderStore } from '../port.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import type { Connection } from './connection.ts'

/** The id of the answer that is kept under a key of an account. */
export const answerId = (actorId: string, { key }: Idempotency) => `${actorId} ${key}`

/** Keeps the first answer to each idempotency key of an account. */
export function openIdempotencyKeys({ answered, settled }: Connection) {
  async function recall(
    actorId: string,
    idempotency: Idempotency,
    now: number,
    session?: ClientSession,
  ): Promise<string | null> {
    const from = session ? answered : settled.answered
    const _id = answerId(actorId, idempotency)
    const first = await from.findOne({ _id }, session ? { session } : {})
    return firstAnswer(first && { ...first, at: first.at.getTime() }, idempotency, now)
  }

  return {
    /** The first answer to a key, or `null`. Throws `key_reused`. */
    recall,
    /**
     * Answers the first answer again, or that of `decide`, which it keeps in the same transaction. Two requests with one key at once conflict
     * in the key's document: the second starts again after the first has committed.
     */
    async once<T>(
      actorId: string,
      idempotency: Idempotency | undefined,
      now: number,
      session: ClientSession,
      decide: () => Promise<{ body: string; moved: T }>,
    ): Promise<{ body: string; replayed: boolean; moved: T | null }> {
      const first = idempotency ? await recall(actorId, idempotency, now, session) : null
      if (first !== null) return { body: first, replayed: true, moved: null }
      const { body, moved } = await decide()
      if (idempotency)
        await answered.replaceOne(
          { _id: answerId(actorId, idempotency) },
          { bodyHash: idempotency.bodyHash, body, at: new Date(now) },
          { upsert: true, session },
        )
      return { body, replayed: false, moved }
    },
  }
}

export type IdempotencyKeys = ReturnType<typeof openIdempotencyKeys>

/** The method `orders.findAnswer`. */
export function openIdempotency(
  { run }: Connection,
  keys: IdempotencyKeys,
): Pick<OrderStore, 'findAnswer'> {
  return {
    findAnswer: (actorId, idempotency, now) => run(() => keys.recall(actorId, idempotency, now)),
  }
}
