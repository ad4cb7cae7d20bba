import type { HistoryEntry } from '#src/contract/history.ts'
import { api, ApiError, call } from '#client/portal/api.ts'

/** The client's type cannot tell `/history/:batch/undo` from `/history/:userId`, which begins alike. */
type BatchCalls = Extract<ReturnType<typeof api.cart.history>, { undo: unknown }>

/** Takes a batch back. The same key may be sent again when no answer came. */
export function undoBatch(batch: string, key: string) {
  const calls = api.cart.history({ batch, userId: batch }) as BatchCalls
  return call(calls.undo.post({}, { headers: { 'idempotency-key': key } }))
}

/** The entries of a batch; none when they cannot be read. */
export async function readBatch(batch: string): Promise<HistoryEntry[]> {
  try {
    const { entries } = await call(api.cart.history.get({ query: { batch } }))
    return entries
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}
