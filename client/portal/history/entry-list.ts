import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { createLiveList, type LiveList } from '#client/portal/live/list.ts'

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

/**
 * Entries of the history, newest first, all pages of them. The history has no revision of its own, so they are read again whenever one of
 * the topics moves.
 */
export function createEntryList(
  topics: Topic[],
  readPage: (query: PageQuery) => Promise<HistoryPage>,
): LiveList<HistoryEntry> {
  let rev = 0
  return createLiveList<HistoryEntry>({
    topics,
    read: async () => ({ epoch: 'history', rev: ++rev, rows: await readAll(readPage) }),
  })
}
