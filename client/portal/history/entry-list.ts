import type { HistoryEntry } from '#src/contract/history.ts'
import type { Topic } from '#src/contract/topics.ts'
import { asNewest } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import { readAll, type ReadPage } from './read-all.ts'

/** Entries of the history, newest first, all pages of them. `of` says whose: a line's, an item's or a club's. */
export const entryList = (of: string, topics: Topic[], readPage: ReadPage) =>
  liveQuery<HistoryEntry[]>({
    key: ['entries', of],
    topics,
    hasOwnRevision: true,
    read: async () => asNewest(await readAll(readPage)),
  })
