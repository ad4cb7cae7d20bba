import { api, call } from '#client/portal/data/api.ts'
import { readAll, readPage } from '#client/portal/history/entries.ts'

// A club's history has its parameter at the same place: the client's type asks for both, while its code takes only one.
type Both = Parameters<typeof api.cart.history>[0]
type Undoable = Extract<ReturnType<typeof api.cart.history>, { undo: unknown }>

/** A try to take a batch back; with `isRest` without the rows that something stands against. */
export type Try = { key: string; isRest: boolean }

/** Takes a batch back. The same try may be sent again when no answer came. */
export function undoBatch(batch: string, { key, isRest }: Try) {
  const { undo } = api.cart.history({ batch } as Both) as Undoable
  const query = isRest ? { rest: 'true' as const } : {}
  return call(undo.post(undefined, { query, headers: { 'idempotency-key': key } }), {
    message: '',
    batch: '',
    refused: [],
  })
}

/** The entries of a batch. */
export const readBatch = (batch: string) => readAll((query) => readPage({ ...query, batch }))
