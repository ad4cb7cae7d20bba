import { api, call } from '#client/portal/data/api.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import type { PageQuery } from './read-all.ts'

type Places = ReturnType<typeof api.cart.history>
/** An undo has the same path with another name in it; the types of the client ask for both names at once. */
const ofClub = api.cart.history as unknown as (path: {
  userId: string
}) => Extract<Places, { get: unknown }>

/** A page of the history of one club's lines, as that club may know it. */
export const readClubHistory = (userId: string, query: PageQuery) =>
  call(ofClub({ userId }).get({ query }), HISTORY)
