import { useMemo, useState } from 'react'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import { asNewest } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { liveQuery, useLive } from '#client/portal/data/live-query.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { withLabels } from './with-labels.ts'
import { groupByDay, undoneIn } from './batches.ts'
import type { Filters } from './filters.ts'
import { readPage } from './entries.ts'

/** How long a row that was let in says "just now". */
const JUST_NOW_MS = 10_000

const newestPage = (filters: Filters) =>
  liveQuery<HistoryPage>({
    key: ['history', filters],
    topics: ['ordering', 'inventory', 'carts'],
    read: async () => asNewest(await readScreen(filters)),
  })

const batchesIn = (entries: readonly HistoryEntry[]) => new Set(entries.map(({ batch }) => batch))

/** The changes that fill a screen. One of many rows fills a page of the server alone, and a filter that finds little finds less. */
const FULL = 15
const MOST_READS = 5

/** Reads on until a screen is full, but no longer than five times once there is something to show. */
async function readScreen(query: Filters & { before?: string }): Promise<HistoryPage> {
  const entries: HistoryEntry[] = []
  let next: string | null = query.before ?? null
  for (let reads = 1; ; reads++) {
    const page: HistoryPage = await readPage({ ...query, ...(next !== null && { before: next }) })
    entries.push(...page.entries)
    next = page.next
    const isEnough = batchesIn(entries).size >= FULL || (entries.length > 0 && reads >= MOST_READS)
    if (next === null || isEnough) return { entries, next }
  }
}

const NO_PAGE: HistoryPage = { entries: [], next: null }
const NOBODY: ReadonlySet<string> = new Set()

/**
 * The history as it is shown: what was read stays in its place, what is new waits until `showNew`. The newest page is read again whenever
 * something that the history records may have changed.
 */
export function useHistory(filters: Filters, accounts: Parameters<typeof withLabels>[1]) {
  const { phase, value, confirmedAt, reload } = useLive(newestPage(filters))
  /** The entries that are shown, and where the older ones begin. */
  const [head, setHead] = useState<HistoryPage | null>(null)
  const [recent, setRecent] = useState(NOBODY)
  const of = JSON.stringify(filters)
  const [shownOf, setShownOf] = useState(of)
  if (shownOf !== of) {
    setShownOf(of)
    setHead(null)
  }
  // While nothing is shown, nothing can move.
  if (value && value !== head && (head === null || head.entries.length === 0)) setHead(value)
  const { entries, next } = head ?? NO_PAGE
  const hasOlder = next !== null
  const [isReadingOlder, run] = useBusy()

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
    setHead(isJoined ? { entries: [...waiting, ...entries], next } : value)
    const added = batchesIn(waiting)
    setRecent(added)
    setTimeout(() => setRecent((now) => (now === added ? NOBODY : now)), JUST_NOW_MS)
    return waiting[0]?.batch
  }
  const showOlder = () =>
    run(() =>
      attempt(async () => {
        if (next === null) return
        const older = await readScreen({ ...filters, before: next })
        // Something else may be shown by now.
        setHead((now) =>
          now && now.entries.at(-1) === entries.at(-1)
            ? { ...older, entries: [...now.entries, ...older.entries] }
            : now,
        )
      }),
    )
  return {
    phase,
    confirmedAt,
    days,
    oldest: told.at(-1) ?? null,
    hasOlder,
    waiting: batchesIn(waiting).size,
    recent,
    isReadingOlder,
    showNew,
    showOlder,
    reload,
  }
}
