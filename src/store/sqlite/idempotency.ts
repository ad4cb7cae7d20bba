import type { PersonId } from '#src/contract/ids.ts'
import type { Answered, Idempotency, Nudge, Written } from '../port.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import type { Connection } from './connection.ts'

/** Keeps the first answer to each idempotency key of a person. */
export function openIdempotencyKeys({ prepare, read }: Connection) {
  const find = prepare<{ bodyHash: string; body: string; at: number }, [PersonId, string]>(
    'SELECT body_hash AS bodyHash, body, at FROM answered WHERE person_id = ? AND key = ?',
  )
  /** Replaces an expired answer that is not purged yet. */
  const keep = prepare(
    'INSERT OR REPLACE INTO answered (person_id, key, body_hash, body, at) VALUES (?, ?, ?, ?, ?)',
  )

  const recall = (actorId: PersonId, idempotency: Idempotency, now: number): string | null =>
    firstAnswer(find.get(actorId, idempotency.key), idempotency, now)

  return {
    /** The first answer to a key, or `null`. Throws `key_reused`. */
    findAnswer: (actorId: PersonId, idempotency: Idempotency, now: number) =>
      read(() => recall(actorId, idempotency, now)),
    /** Answers the first answer again, or that of `decide`, and keeps it unless `decide` throws. Belongs in a write. */
    once(
      actorId: PersonId,
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
