import type { HistoryEntry } from '#src/contract/history.ts'
import { api, ApiError, call } from '#client/portal/api.ts'

/** Takes a batch back. The same key may be sent again when no answer came. */
export const undoBatch = (batch: string, key: string) =>
  call(api.cart.history({ batch }).undo.post({}, { headers: { 'idempotency-key': key } }))

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
