import type { Allowance, Counters } from '#src/realtime/counters.ts'
import { tooMany } from '#src/rules/refusal.ts'

/** So many calls, and the words for who makes more. */
export type Limit = Allowance & { words: string }

/** Counts a call, which may cost several. Throws `too_many_requests`, with the words and when to come back, if there were too many. */
export async function countOrRefuse(
  counters: Counters,
  key: string,
  limit: Limit,
  cost?: number,
): Promise<void> {
  const waitMs = await counters.take(key, limit, cost)
  if (waitMs > 0) throw tooMany(waitMs / 1000, limit.words)
}
