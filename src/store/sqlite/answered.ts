import { limits } from '#src/contract/limits.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Answered, Idempotency, Written } from '../port.ts'
import type { Connection } from './connection.ts'

const KEPT_MS = limits.idempotencyKeyHours * 3_600_000

/** First answers, kept under the key of the account that asked. Belongs inside a write. */
export function openAnswered({ prepare }: Connection) {
  const find = prepare<{ body_hash: string; body: string }, [string, string, number]>(
    'SELECT body_hash, body FROM answered WHERE account_id = ? AND key = ? AND at > ?',
  )
  const insert = prepare(
    'INSERT OR REPLACE INTO answered (account_id, key, body_hash, body, at) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    /** The first answer again, or that of `decide`, which is kept if it does not throw. */
    once(
      actorId: string,
      idempotency: Idempotency | undefined,
      now: number,
      decide: () => { body: string; moved: Written<Answered>['moved'] },
    ): Written<Answered> {
      const first = idempotency && find.get(actorId, idempotency.key, now - KEPT_MS)
      if (first && first.body_hash !== idempotency.bodyHash)
        throw new Refusal('key_reused', 'This Idempotency-Key was used for another request.')
      if (first) return { value: { body: first.body, replayed: true }, moved: [] }
      const { body, moved } = decide()
      if (idempotency) insert.run(actorId, idempotency.key, idempotency.bodyHash, body, now)
      return { value: { body, replayed: false }, moved }
    },
  }
}

export type AnsweredKeys = ReturnType<typeof openAnswered>
