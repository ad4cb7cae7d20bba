import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { openBoard, setFilters, useBoard } from './board-store.ts'
import { type Filters, readFilters, toQuery } from './model/filters.ts'

/** Browsers refuse more than about a hundred changes of the address in half a minute. */
const WRITE_AFTER_MS = 250

/** The filters of the board. They are in the address, so that a reload and a link show the same. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams()
  const filters = useBoard((board) => board.filters)
  useEffect(() => {
    openBoard(readFilters(new URLSearchParams(location.search)))
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = new URLSearchParams(toQuery(filters))
      const item = params.get('item')
      if (item !== null) wanted.set('item', item)
      if (wanted.toString() !== params.toString())
        setParams(wanted, { replace: true, state: history.state })
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [filters, params, setParams])
  return [filters, (change) => setFilters({ ...filters, ...change })]
}
