import { api, call } from '#client/portal/data/api.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
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
