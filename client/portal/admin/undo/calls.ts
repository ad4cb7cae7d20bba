import type { HistoryEntry } from '#src/contract/history.ts'
import { api, ApiError, call } from '#client/portal/api.ts'

type Answer = { status: number; response: Response } & (
  | { data: { message: string; batch: string }; error: null }
  | { data: null; error: { value: unknown } }
)
type OfBatch = (path: { batch: string }) => {
  undo: { post(body: object, options: { headers: { 'idempotency-key': string } }): Promise<Answer> }
}

/** The history of a club has the same path with another name in it; the types of the client ask for both names at once. */
const ofBatch = api.cart.history as unknown as OfBatch

/** Takes a batch back. The same key may be sent again when no answer came. */
export const undoBatch = (batch: string, key: string) =>
  call(ofBatch({ batch }).undo.post({}, { headers: { 'idempotency-key': key } }))

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
