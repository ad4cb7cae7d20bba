import { useEffect, useMemo, useReducer, useRef } from 'react'
import { createSearch } from '#src/rules/search.ts'
import { type LiveQuery, useLiveList } from '#client/portal/data/live-query.ts'
import { usePinnedRows } from './use-pinned-rows.ts'
import { pageNumberOf, pageOf, useListView } from './use-list-view.ts'
import { useRowNews, type WatchedValue } from './use-row-news.ts'
import { rowElementId, type RowTone } from '#client/portal/ui/Table.tsx'

type Identified = { _id: string }

export type LiveViewOptions<Row> = {
  query: LiveQuery<Row[]>
  /** The text that the search matches; must be the same function at every render. */
  nameOf: (row: Row) => string
  watched: readonly WatchedValue<Row>[]
  /** The word for one row: "item". */
  noun: string
  /** Left out: the server's order. Must be the same function until the order changes. */
  compare?: ((a: Row, b: Row) => number) | undefined
}

export const idOf = ({ _id }: Identified) => _id

type ShownRowsOptions<Row> = {
  /** All rows, in their places. */
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Whether an id is that of a row, or of something in it. */
  isRow?: (row: Row, id: string) => boolean
  /** Rows that exist, whether they have a place yet or not. */
  known?: readonly Row[]
}

/** Those rows of a list that its search and its page show. */
export function useShownRows<Row extends Identified>(options: ShownRowsOptions<Row>) {
  const { rows, nameOf, isRow = (row, id) => row._id === id, known = rows } = options
  const view = useListView()
  const isFound = createSearch(view.shown.query)
  const matching = rows.filter((row) => isFound(nameOf(row)))
  const shown = pageOf(matching, view.shown.page)

  const wanted = useRef<{ id: string; focus: boolean } | null>(null)
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  // The row may need other renders first: for the search, the page, or the places of the rows.
  useEffect(() => {
    if (wanted.current === null) return
    const { id, focus } = wanted.current
    const element = document.getElementById(rowElementId(id))
    if (element || !known.some((row) => isRow(row, id))) wanted.current = null
    if (element) {
      element.scrollIntoView({ block: 'nearest' })
      if (focus) element.focus({ preventScroll: true })
      return
    }
    const index = matching.findIndex((row) => isRow(row, id))
    if (index === -1 && view.query !== '') view.setQuery('')
    if (index !== -1 && view.page !== pageNumberOf(index)) view.setPage(pageNumberOf(index))
  })

  return {
    view,
    matching,
    found: matching.length,
    /** Those of them that are on the page of the list. */
    pageRows: shown.rows,
    page: shown.page,
    /** Scrolls to a row, whatever the search and the page are, and focuses it. */
    reveal(id: string, { focus = true } = {}) {
      wanted.current = { id, focus }
      drawAgain()
    },
  }
}

/** A live list as it is shown: its rows in their places, the search and the page, and what other people have just changed. */
export function useLiveView<Row extends Identified>(options: LiveViewOptions<Row>) {
  const { query, nameOf, watched, noun, compare } = options
  const list = useLiveList(query)
  const sorted = useMemo(
    () => (compare ? list.rows.toSorted(compare) : list.rows),
    [list.rows, compare],
  )
  const places = usePinnedRows<Row>(sorted, idOf, { keepsGone: true })
  const news = useRowNews({ rows: list.rows, updated: list.updated, watched, noun })
  const shown = useShownRows({ rows: places.rows, nameOf, known: list.rows })

  return {
    ...list,
    ...shown,
    places,
    news,
    toneOf: (row: Row): RowTone | undefined => {
      if (places.gone.has(row._id)) return 'gone'
      return list.updated.has(row._id) ? 'live' : undefined
    },
    /** Removes a row that this page has deleted, and focuses its neighbour. */
    take(id: string) {
      const { pageRows, reveal } = shown
      const index = pageRows.findIndex(({ _id }) => _id === id)
      const neighbour = pageRows[index + 1] ?? pageRows[index - 1]
      places.release()
      if (neighbour) reveal(neighbour._id)
    },
  }
}
