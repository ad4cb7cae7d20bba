import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { asNewest } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

/** The largest page that the server answers. */
const PAGE_SIZE = '200'

export type PageQuery = { limit: string; before?: string }

async function readAll(readPage: (query: PageQuery) => Promise<HistoryPage>) {
  const entries: HistoryEntry[] = []
  let before: string | null = null
  do {
    const page: HistoryPage = await readPage({ limit: PAGE_SIZE, ...(before && { before }) })
    entries.push(...page.entries)
    before = page.next
  } while (before !== null)
  return entries
}

/** Entries of the history, newest first, all pages of them. `of` says whose: a line's, an item's or a club's. */
export const entryList = (
  of: string,
  topics: Topic[],
  readPage: (query: PageQuery) => Promise<HistoryPage>,
) =>
  liveQuery<HistoryEntry[]>({
    key: ['entries', of],
    topics,
    hasOwnRevision: true,
    read: async () => asNewest(await readAll(readPage)),
  })
