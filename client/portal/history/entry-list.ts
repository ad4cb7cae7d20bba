import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { asNewest } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

/** The largest page that the server answers. */
const PAGE_SIZE = '200'

export type PageQuery = { limit: string; before?: string; batch?: string }

async function readAll(readPage: (query: PageQuery) => Promise<HistoryPage>) {
  const entries: HistoryEntry[] = []
  /** Reads until no page follows; within a batch if one is named. */
  async function readOn(batch: string | undefined, start: string | null): Promise<void> {
    for (let before = start; ;) {
      const query = { limit: PAGE_SIZE, ...(batch && { batch }), ...(before && { before }) }
      const page = await readPage(query)
      entries.push(...page.entries)
      const last = page.entries.at(-1)
      // A page ends within a long change, and the next one begins after it.
      if (!batch && last?.more) await readOn(last.batch, last._id)
      if (page.next === null) return
      before = page.next
    }
  }
  await readOn(undefined, null)
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
