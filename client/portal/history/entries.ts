import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import type { Filters } from './filters.ts'

/** The largest page that the server answers. */
const PAGE_SIZE = '200'

export type PageQuery = { limit: string; before?: string; edition?: string; batch?: string }
export type ReadPage = (query: PageQuery) => Promise<HistoryPage>

/** A page of what administrators may know. */
export const readPage = (query: Filters & Partial<PageQuery> & { line?: string }) =>
  call(api.cart.history.get({ query }), HISTORY)

/** All entries, newest first: all pages, and the rest of changes that a page holds in part. */
export async function readAll(read: ReadPage, from: string | null = null) {
  const entries: HistoryEntry[] = []
  let before = from
  do {
    const page: HistoryPage = await read({ limit: PAGE_SIZE, ...(before && { before }) })
    for (const entry of page.entries) {
      entries.push(entry)
      const { batch, more = 0 } = entry
      if (more > 0)
        entries.push(...(await readAll((query) => read({ ...query, batch }), entry._id)))
    }
    before = page.next
  } while (before !== null)
  return entries
}

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
