import type { HistoryEntry } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import { type PageQuery, readAll, readPage, type ReadPage } from './read-all.ts'

/** Entries of the history, newest first, all pages of them. `of` says whose. */
export const entryList = (of: string, topics: Topic[], read: ReadPage) =>
  liveQuery<HistoryEntry[]>({
    key: ['entries', of],
    topics,
    read: async () => asNewest(await readAll(read)),
  })

/** The entries of a line or of an item. */
export const entriesOf = (row: { line: string } | { item: string }, topics: Topic[]) =>
  entryList(Object.values(row).join(), topics, (query) => readPage({ ...query, ...row }))

type Places = ReturnType<typeof api.cart.history>
/** An undo has the same path with another name in it; the types of the client ask for both names at once. */
const ofClub = api.cart.history as unknown as (path: {
  userId: string
}) => Extract<Places, { get: unknown }>

/** A page of the history of one club's lines, as that club may know it. */
export const readClubHistory = (userId: string, query: PageQuery) =>
  call(ofClub({ userId }).get({ query }), HISTORY)
