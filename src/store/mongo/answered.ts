import type { ClientSession } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
import { keyReused } from '#src/rules/answers.ts'
import type { Idempotency, OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'

const KEPT_MS = limits.idempotencyKeyHours * 3_600_000

/** First answers, kept under the key of the account that asked. */
export function openAnswered({ answered, run, settled }: Connection) {
  const idOf = (actorId: string, key: string) => `${actorId} ${key}`

  async function recall(
    actorId: string,
    { key, bodyHash }: Idempotency,
    now: number,
    session?: ClientSession,
  ): Promise<string | null> {
    const from = session ? answered : settled.answered
    const first = await from.findOne({ _id: idOf(actorId, key) }, session ? { session } : {})
    if (!first || first.at.getTime() <= now - KEPT_MS) return null
    if (first.bodyHash !== bodyHash) throw keyReused()
    return first.body
  }

  const methods: Pick<OrderStore, 'findAnswer'> = {
    findAnswer: (actorId, idempotency, now) => run(() => recall(actorId, idempotency, now)),
  }
  return {
    methods,
    /**
     * The first answer again, or that of `decide`, which is kept in the same transaction. Of two requests with one key at one
     * moment the second meets the first in this document, and starts again when it has committed.
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
          { _id: idOf(actorId, idempotency.key) },
          { bodyHash: idempotency.bodyHash, body, at: new Date(now) },
          { upsert: true, session },
        )
      return { body, replayed: false, moved }
    },
  }
}

export type AnsweredKeys = ReturnType<typeof openAnswered>
