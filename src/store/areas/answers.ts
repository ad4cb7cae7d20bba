import { keyReused } from '#src/rules/refusal.ts'
import type { Answered, Idempotency, KeyedCall, OrderStore, Written } from '../port.ts'
import { ANSWER_MS } from '../shared/retention.ts'
import type { Database, Done, Tables, WriteOptions } from '../tables.ts'
import { ask, type Work } from '../work.ts'

/** The first answer to a key of a person while it is kept, else `null`. Throws `key_reused` if the key belongs to another request. */
function* recall(
  { answers }: Tables,
  { actorId, idempotency, now }: KeyedCall & { idempotency: Idempotency },
): Work<string | null> {
  const kept = yield* ask(answers.find(actorId, idempotency.key))
  if (!kept || kept.at <= now - ANSWER_MS) return null
  if (kept.bodyHash !== idempotency.bodyHash) throw keyReused()
  return kept.body
}

/** The method `orders.findAnswer`. */
export const openFindAnswer =
  ({ read }: Database): OrderStore['findAnswer'] =>
  (actorId, idempotency, now) =>
    read((tables) => recall(tables, { actorId, idempotency, now }))

/** Answers the first answer again, or that of `decide`, which it keeps in the same transaction. */
export const answerOnce = (
  { write }: Database,
  { actorId, idempotency, now }: KeyedCall,
  decide: (tables: Tables) => Work<Done<string>>,
  options?: WriteOptions,
): Promise<Written<Answered>> =>
  write<Answered>(function* (tables) {
    const first = idempotency ? yield* recall(tables, { actorId, idempotency, now }) : null
    if (first !== null) return { value: { body: first, replayed: true } }
    const { value: body, batch } = yield* decide(tables)
    if (idempotency)
      yield* ask(tables.answers.keep({ personId: actorId, ...idempotency, body, at: now }))
    return { value: { body, replayed: false }, batch }
  }, options)
