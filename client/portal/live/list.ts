import { create } from 'zustand'
import type { LiveConnection } from './connection.ts'
import { createLiveState, type LiveOptions, type LiveState } from './state.ts'
import { isOwnRow } from '#client/portal/data/own-rows.ts'
import { live as browserLive } from './live.ts'

/** How long a row counts as "updated just now". */
const UPDATED_MS = 10_000
/** How long after its answer a write may still come back as a state. */
const OWN_ECHO_MS = 3_000

export type LiveRows<Row> = Omit<LiveState<Row[]>, 'value'> & {
  /** In the server's order; empty until the first read. */
  rows: Row[]
  /** Rows that others changed or added within the last 10 s, with the time of it. */
  updated: ReadonlyMap<string, number>
}

const NO_ROWS: never[] = []

export type LiveList<Row extends { _id: string }> = ReturnType<typeof createLiveList<Row>>

/** A list that is kept true; see `createLiveState` for how. Made once at module level, or with `useMemo` for each parameter. */
export function createLiveList<Row extends { _id: string }>(
  options: Omit<LiveOptions<Row[]>, 'onReplaced'>,
  live: LiveConnection = browserLive,
) {
  const { clock } = live
  const useUpdated = create<ReadonlyMap<string, number>>()(() => new Map())
  /** Which rows this page is writing; one for each write. */
  const writing = new Set<(row: Row) => boolean>()
  const isWritten = (row: Row) => isOwnRow(row) || [...writing].some((isOwn) => isOwn(row))

  const state = createLiveState<Row[]>(
    {
      ...options,
      onReplaced(before, after) {
        const known = new Map(before.map((row) => [row._id, JSON.stringify(row)]))
        const changed = after.filter(
          (row) => known.get(row._id) !== JSON.stringify(row) && !isWritten(row),
        )
        if (changed.length > 0) mark(changed)
      },
    },
    live,
  )

  function mark(rows: Row[]): void {
    const now = clock.now()
    const updated = new Map(useUpdated.getState())
    for (const { _id } of rows) updated.set(_id, now)
    useUpdated.setState(updated, true)
    clock.after(UPDATED_MS, () => {
      const recent = [...useUpdated.getState()].filter(([, at]) => clock.now() - at < UPDATED_MS)
      useUpdated.setState(new Map(recent), true)
    })
  }

  return {
    ...state,
    use(): LiveRows<Row> {
      const { value, ...rest } = state.use()
      return { ...rest, rows: value ?? NO_ROWS, updated: useUpdated() }
    },
    rows: (): Row[] => state.store.getState().value ?? NO_ROWS,
    updated: useUpdated.getState,
    /** Runs a write of this page: what it changes in these rows is no news to the person who did it. */
    async own<T>(isOwn: (row: Row) => boolean, write: Promise<T>): Promise<T> {
      writing.add(isOwn)
      try {
        return await write
      } finally {
        clock.after(OWN_ECHO_MS, () => void writing.delete(isOwn))
      }
    },
  }
}
