import { useEffect, useState } from 'react'
import type { WatchedValue } from './describe-change.ts'
import type { LiveList, LiveRows } from '#client/portal/live/list.ts'
import { usePinnedRows } from '#client/portal/live/use-pinned-rows.ts'
import { matchesSearch, pageNumberOf, pageOf, useListView } from './use-list-view.ts'
import { useRowNews } from '#client/portal/live/use-row-news.ts'
import { rowElementId, type RowTone } from '#client/portal/ui/Table.tsx'

type Identified = { _id: string }

export type LiveViewOptions<Row> = {
  list: LiveRows<Row>
  /** What the search looks into; the same function at every call. */
  nameOf: (row: Row) => string
  watched: readonly WatchedValue<Row>[]
  nouns: readonly [one: string, many: string]
}

export const idOf = ({ _id }: Identified) => _id

/** A live list as it is shown: its rows in their places, search and page, and what others have just done. */
export function useLiveView<Row extends Identified>(options: LiveViewOptions<Row>) {
  const { list, nameOf, watched, nouns } = options
  const view = useListView()
  const places = usePinnedRows<Row>(list.rows, idOf)
  const news = useRowNews({ rows: list.rows, updated: list.updated, watched, nouns })
  const matching = places.rows.filter((row) => matchesSearch(nameOf(row), view.shown.query))
  const shown = pageOf(matching, view.shown.page)

  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const element = document.getElementById(rowElementId(wanted.id))
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [wanted])

  /** Shows a row wherever it is, and gives it the focus. */
  function reveal(id: string) {
    const index = places.rows.findIndex(({ _id }) => _id === id)
    if (index === -1) return
    if (!shown.rows.some(({ _id }) => _id === id)) {
      view.setQuery('')
      view.setPage(pageNumberOf(index))
    }
    setWanted({ id })
  }

  return {
    ...list,
    view,
    places,
    news,
    /** All rows that the search finds. */
    matching,
    found: matching.length,
    /** The rows of this page. */
    shown: shown.rows,
    page: shown.page,
    toneOf: ({ _id }: Row): RowTone | undefined => {
      if (places.gone.has(_id)) return 'gone'
      return list.updated.has(_id) ? 'live' : undefined
    },
    reveal,
    /** Takes a row away that this page has deleted; the focus goes to its neighbour. */
    take(id: string, from: LiveList<Row>) {
      const index = shown.rows.findIndex(({ _id }) => _id === id)
      const neighbour = shown.rows[index + 1] ?? shown.rows[index - 1]
      from.apply((rows) => rows.filter(({ _id }) => _id !== id))
      places.release()
      void from.reload()
      if (neighbour) reveal(neighbour._id)
    },
  }
}
