import { useMemo, useState } from 'react'
import type { HistoryEntry, HistoryPage } from '#src/contract/history.ts'
import { api, ApiError, call } from '#client/portal/api.ts'
import { createLiveState } from '#client/portal/live/state.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { tellApart } from '#client/portal/history/tell-apart.ts'
import { groupByDay, undoneIn } from './batches.ts'
import type { Filters } from './filters.ts'

/** How long a row that was let in says "just now". */
const JUST_NOW_MS = 10_000

/** Names each read; the history has no revision of its own. */
let reads = 0

const createNewest = (filters: Filters) =>
  createLiveState<HistoryPage>({
    topics: ['ordering', 'inventory', 'carts'],
    read: async () => ({
      epoch: 'history',
      rev: ++reads,
      rows: await readPage(filters),
    }),
  })

/** A filter that finds little may find nothing on a page; the next page goes on. */
async function readPage(query: Filters & { before?: string }): Promise<HistoryPage> {
  let page = await call(api.cart.history.get({ query }))
  while (page.entries.length === 0 && page.next !== null)
    page = await call(api.cart.history.get({ query: { ...query, before: page.next } }))
  return page
}

const NOTHING: HistoryPage = { entries: [], next: null }
const NOBODY: ReadonlySet<string> = new Set()

const batchesIn = (entries: readonly HistoryEntry[]) => new Set(entries.map(({ batch }) => batch))

/**
 * The history as it is shown: what was read stays in its place, what is new waits until `showNew`. The newest page is read again whenever
 * something that the history records may have changed.
 */
export function useHistory(filters: Filters, accounts: Parameters<typeof tellApart>[1]) {
  const newest = useMemo(() => createNewest(filters), [filters])
  const { phase, value, confirmedAt } = newest.use()
  const [shown, setShown] = useState<HistoryPage | null>(null)
  const [recent, setRecent] = useState(NOBODY)
  const [isReadingOlder, setIsReadingOlder] = useState(false)
  // While nothing is shown, nothing can move.
  if (value && value !== shown && (shown === null || shown.entries.length === 0)) setShown(value)

  const { entries, next } = shown ?? NOTHING
  const waiting = useMemo(() => {
    const known = batchesIn(entries)
    const [top] = entries
    return (value?.entries ?? []).filter(
      ({ _id, batch }) => !known.has(batch) && top !== undefined && _id > top._id,
    )
  }, [entries, value])
  const told = useMemo(() => tellApart(entries, accounts), [entries, accounts])
  const days = useMemo(
    () => groupByDay(told, undoneIn([...(value?.entries ?? []), ...told]), next !== null),
    [told, value, next],
  )

  function showNew(): string | undefined {
    if (!value || waiting.length === 0) return undefined
    // After a long absence there may be entries between the newest page and what is shown.
    const known = batchesIn(entries)
    const isJoined = value.next === null || value.entries.some(({ batch }) => known.has(batch))
    setShown(isJoined ? { entries: [...waiting, ...entries], next } : value)
    const added = batchesIn(waiting)
    setRecent(added)
    setTimeout(() => setRecent((now) => (now === added ? NOBODY : now)), JUST_NOW_MS)
    return waiting[0]?.batch
  }
  async function showOlder() {
    if (next === null || isReadingOlder) return
    setIsReadingOlder(true)
    try {
      const older = await readPage({ ...filters, before: next })
      setShown({ entries: [...entries, ...older.entries], next: older.next })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
    } finally {
      setIsReadingOlder(false)
    }
  }
  return {
    phase,
    confirmedAt,
    days,
    oldest: told.at(-1) ?? null,
    hasOlder: next !== null,
    waiting: batchesIn(waiting).size,
    recent,
    isReadingOlder,
    showNew,
    showOlder,
    reload: newest.reload,
  }
}
