import { useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const WRITE_AFTER_MS = 250

export const PAGE_SIZE = 100

/** The search and the page of a list. Both are in the address, so that a reload and a link show the same. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState(() => ({
    query: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  }))
  const { query, page } = view

  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = new URLSearchParams(location.search)
      wanted.delete('q')
      wanted.delete('page')
      if (query) wanted.set('q', query)
      if (page > 1) wanted.set('page', String(page))
      if (wanted.toString() === location.search.slice(1)) return
      setParams(wanted, { replace: true, state: history.state })
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query, page, setParams])

  return {
    query,
    page,
    /** The search and page of the rendered list. Rendering a long list is deferred, so that typing stays quick. */
    shown: useDeferredValue(view),
    setQuery: (query: string) => setView({ query, page: 1 }),
    setPage: (page: number) => setView((view) => ({ ...view, page })),
  }
}

/** The rows of one page; a page beyond the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number): { rows: Row[]; page: number } {
  const last = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const shown = Math.min(page, last)
  return { rows: rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE), page: shown }
}

export const pageNumberOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1
