import { keyReused } from '#src/rules/refusal.ts'
import type { Idempotency } from '../port.ts'
import { ANSWER_MS } from './retention.ts'

/** The first answer to a key while it is kept, else `null`. Throws `key_reused` if the key belongs to another request. */
export function firstAnswer(
  kept: { bodyHash: string; body: string; at: number } | null,
  { bodyHash }: Idempotency,
  now: number,
): string | null {
  if (!kept || kept.at <= now - ANSWER_MS) return null
  if (kept.bodyHash !== bodyHash) throw keyReused()
  return kept.body
}
