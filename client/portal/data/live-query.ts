import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { live } from './live.ts'
import { type Changed, createLiveQueries } from './create-live-queries.ts'
import { queryClient } from './query-client.ts'

export const { liveQuery, write } = createLiveQueries(live, queryClient)

export type LiveQuery<T> = ReturnType<typeof liveQuery<T>>

/** The state of a read, without its value. */
export type Shown = {
  /** `failed`: nothing to show, because no read has succeeded yet. A later failure leaves `ready`. */
  phase: 'loading' | 'ready' | 'failed'
  /** When a live read was last known to be true, in milliseconds since 1970; for "as of hh:mm" while not live. */
  confirmedAt?: number | null
  reload: () => void
}

export type LiveRows<Row> = Required<Shown> & {
  /** In the server's order; empty until the first read. The same array until the list changes. */
  rows: Row[]
  updated: Changed<Row>
}

/** How far a query is that has nothing else to show. */
export const toShown = ({ data, errorUpdateCount, refetch }: UseQueryResult): Shown => ({
  phase: data !== undefined ? 'ready' : errorUpdateCount > 0 ? 'failed' : 'loading',
  reload: () => void refetch(),
})
const toLive = (result: UseQueryResult): Required<Shown> => ({
  ...toShown(result),
  confirmedAt: result.dataUpdatedAt || null,
})

export function useLive<T>(query: LiveQuery<T>): Required<Shown> & { value: T | null } {
  const result = useQuery(query)
  return { ...toLive(result), value: result.data?.rows ?? null }
}

const NO_ROWS: never[] = []

export function useLiveList<Row extends { _id: string }>(query: LiveQuery<Row[]>): LiveRows<Row> {
  const result = useQuery(query)
  const { data, dataUpdatedAt, isFetchedAfterMount, isStale } = result
  // What changed before the list was in use is not marked.
  const [since, setSince] = useState<number | null>(null)
  if (since === null && data && (isFetchedAfterMount || !isStale)) setSince(dataUpdatedAt)
  const changed = data?.changed
  const updated = useMemo(
    () => new Map([...(changed ?? [])].filter(([, { at }]) => since !== null && at > since)),
    [changed, since],
  ) as Changed<Row>
  return { ...toLive(result), rows: data?.rows ?? NO_ROWS, updated }
}
