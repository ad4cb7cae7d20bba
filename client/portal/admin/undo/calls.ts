import type { HistoryEntry } from '#src/contract/history.ts'
import { api, ApiError, call } from '#client/portal/api.ts'

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
