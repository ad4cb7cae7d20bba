import { api, call } from '#client/portal/api.ts'

/**
 * `/cart/history/{userId}` and `/cart/history/{batch}/undo`. The typed client takes two names at the same place of an address for one
 * parameter with both; it sends the only value that it is given.
 */
type Places = ReturnType<typeof api.cart.history>
const ofClub = api.cart.history as unknown as (place: {
  userId: string
}) => Extract<Places, { get: unknown }>
const ofBatch = api.cart.history as unknown as (place: {
  batch: string
}) => Extract<Places, { undo: unknown }>

/** A page of the history of one club's lines, as that club may know it. */
export const readClubHistory = (userId: string, query: { limit: number; before?: string }) =>
  call(ofClub({ userId }).get({ query }))

/** Takes a batch back. The same key may be sent again when no answer came. */
export const undoBatch = (batch: string, key: string) =>
  call(ofBatch({ batch }).undo.post({}, { headers: { 'idempotency-key': key } }))
