import { limits } from '#src/contract/limits.ts'
import { keyReused } from '#src/rules/answers.ts'
import type { Answered, Idempotency, Nudge, OrderStore, Written } from '../port.ts'
import type { Connection } from './connection.ts'

const KEPT_MS = limits.idempotencyKeyHours * 3_600_000

/** First answers, kept under the key of the account that asked. */
export function openAnswered({ prepare, read }: Connection) {
  const find = prepare<{ bodyHash: string; body: string; at: number }, [string, string]>(
    'SELECT body_hash AS bodyHash, body, at FROM answered WHERE account_id = ? AND key = ?',
  )
  /** Replaces what is older than answers are kept and not purged yet. */
  const keep = prepare(
    'INSERT OR REPLACE INTO answered (account_id, key, body_hash, body, at) VALUES (?, ?, ?, ?, ?)',
  )

  function recall(actorId: string, { key, bodyHash }: Idempotency, now: number): string | null {
    const first = find.get(actorId, key)
    if (!first || first.at <= now - KEPT_MS) return null
    if (first.bodyHash !== bodyHash) throw keyReused()
    return first.body
  }

  const methods: Pick<OrderStore, 'findAnswer'> = {
    async findAnswer(actorId, idempotency, now) {
      return read(() => recall(actorId, idempotency, now))
    },
  }
  return {
    methods,
    /** The first answer again, or that of `decide`, which is kept if it does not throw. Belongs inside a write. */
    once(
      actorId: string,
      idempotency: Idempotency | undefined,
      now: number,
      decide: () => { body: string; moved: Nudge[] },
    ): Written<Answered> {
      const first = idempotency ? recall(actorId, idempotency, now) : null
      if (first !== null) return { value: { body: first, replayed: true }, moved: [] }
      const { body, moved } = decide()
      if (idempotency) keep.run(actorId, idempotency.key, idempotency.bodyHash, body, now)
      return { value: { body, replayed: false }, moved }
    },
  }
}

export type AnsweredKeys = ReturnType<typeof openAnswered>
