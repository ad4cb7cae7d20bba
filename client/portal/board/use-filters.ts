import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { openBoard, useBoard } from './board-store.ts'
import { readFilters, toQuery } from './model/filters.ts'

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const WRITE_AFTER_MS = 250

/** Keeps the filters of the board in the address, so that a reload and a link show the same. */
export function useFiltersInAddress(): void {
  const [params, setParams] = useSearchParams()
  const filters = useBoard((board) => board.filters)
  useEffect(() => {
    openBoard(readFilters(new URLSearchParams(location.search)))
    return () => useBoard.setState({ sharing: null })
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = toQuery(filters, params.get('item'))
      if (wanted !== params.toString())
        setParams(new URLSearchParams(wanted), { replace: true, state: history.state })
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [filters, params, setParams])
}

/** The addresses of the list and, on a small screen, of one item, with the present filters. */
export function useAddresses(): (itemId?: string) => string {
  const filters = useBoard((board) => board.filters)
  return (itemId) => {
    const query = toQuery(filters, itemId)
    return query ? `/board?${query}` : '/board'
  }
}
