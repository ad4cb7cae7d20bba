import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery, useLive } from '#client/portal/data/live-query.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { withLabels } from './with-labels.ts'
import { groupByDay, undoneIn } from './batches.ts'
import type { Filters } from './filters.ts'

/** How long a row that was let in says "just now". */
const JUST_NOW_MS = 10_000

const newestPage = (filters: Filters) =>
  liveQuery<HistoryPage>({
    key: ['history', filters],
    topics: ['ordering', 'inventory', 'carts'],
    hasOwnRevision: true,
    read: async () => asNewest(await readPage(filters)),
  })

const batchesIn = (entries: readonly HistoryEntry[]) => new Set(entries.map(({ batch }) => batch))

/** The changes that fill a screen. One of many rows fills a page of the server alone, and a filter that finds little finds less. */
const FULL = 15
const MOST_READS = 5

/** Reads on until a screen is full, but no longer than five times once there is something to show. */
async function readPage(query: Filters & { before?: string }): Promise<HistoryPage> {
  const entries: HistoryEntry[] = []
  let next: string | null = query.before ?? null
  for (let reads = 1; ; reads++) {
    const page: HistoryPage = await call(
      api.cart.history.get({ query: { ...query, ...(next !== null && { before: next }) } }),
      HISTORY,
    )
    entries.push(...page.entries)
    next = page.next
    const isEnough = batchesIn(entries).size >= FULL || (entries.length > 0 && reads >= MOST_READS)
    if (next === null || isEnough) return { entries, next }
  }
}

const NO_ENTRIES: readonly HistoryEntry[] = []
const NOBODY: ReadonlySet<string> = new Set()

/**
 * The history as it is shown: what was read stays in its place, what is new waits until `showNew`. The newest page is read again whenever
 * something that the history records may have changed.
 */
export function useHistory(filters: Filters, accounts: Parameters<typeof withLabels>[1]) {
  const { phase, value, confirmedAt, reload } = useLive(newestPage(filters))
  /** The entries that were read first or let in since, and where the older ones begin. */
  const [head, setHead] = useState<HistoryPage | null>(null)
  const [recent, setRecent] = useState(NOBODY)
  // While nothing is shown, nothing can move.
  if (value && value !== head && (head === null || head.entries.length === 0)) setHead(value)
  const older = useInfiniteQuery({
    queryKey: ['older history', filters, head?.next],
    queryFn: ({ pageParam }) => readPage({ ...filters, ...(pageParam && { before: pageParam }) }),
    initialPageParam: head?.next ?? null,
    getNextPageParam: (page) => page.next,
    // Each page is read when it is asked for, and stays as it was read.
    enabled: false,
    gcTime: 0,
  })
  const olderPages = older.data?.pages
  const entries = useMemo(
    () => [head?.entries ?? NO_ENTRIES, ...(olderPages ?? []).map((page) => page.entries)].flat(),
    [head, olderPages],
  )
  const hasOlder = olderPages ? older.hasNextPage : (head?.next ?? null) !== null

  const waiting = useMemo(() => {
    const known = batchesIn(entries)
    const [top] = entries
    return (value?.entries ?? []).filter(
      ({ _id, batch }) => !known.has(batch) && top !== undefined && _id > top._id,
    )
  }, [entries, value])
  const told = useMemo(() => withLabels(entries, accounts), [entries, accounts])
  const days = useMemo(
    () => groupByDay(told, undoneIn([...(value?.entries ?? []), ...told]), hasOlder),
    [told, value, hasOlder],
  )

  function showNew(): string | undefined {
    if (!value || waiting.length === 0) return undefined
    // After a long absence there may be entries between the newest page and what is shown.
    const known = batchesIn(entries)
    const isJoined = value.next === null || value.entries.some(({ batch }) => known.has(batch))
    setHead(head && isJoined ? { entries: [...waiting, ...head.entries], next: head.next } : value)
    const added = batchesIn(waiting)
    setRecent(added)
    setTimeout(() => setRecent((now) => (now === added ? NOBODY : now)), JUST_NOW_MS)
    return waiting[0]?.batch
  }
  async function showOlder() {
    const { error } = await older.fetchNextPage()
    if (error) showFailure(error.message)
  }
  return {
    phase,
    confirmedAt,
    days,
    oldest: told.at(-1) ?? null,
    hasOlder,
    waiting: batchesIn(waiting).size,
    recent,
    isReadingOlder: older.isFetching,
    showNew,
    showOlder,
    reload,
  }
}
