import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'

/** The largest page that the server answers. */
const PAGE_SIZE = '200'

export type PageQuery = { limit: string; before?: string; edition?: string; batch?: string }
export type ReadPage = (query: PageQuery) => Promise<HistoryPage>

/** All entries, newest first: all pages, and the rest of changes that a page holds in part. */
export async function readAll(readPage: ReadPage, from: string | null = null) {
  const entries: HistoryEntry[] = []
  let before = from
  do {
    const page: HistoryPage = await readPage({ limit: PAGE_SIZE, ...(before && { before }) })
    for (const entry of page.entries) {
      entries.push(entry)
      const { batch, more = 0 } = entry
      if (more > 0)
        entries.push(...(await readAll((query) => readPage({ ...query, batch }), entry._id)))
    }
    before = page.next
  } while (before !== null)
  return entries
}
