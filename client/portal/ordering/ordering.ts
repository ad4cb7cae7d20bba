import { useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { live } from '#client/portal/data/live.ts'
import { queryClient } from '#client/portal/data/query-client.ts'
import { liveQuery, useLive, write } from '#client/portal/data/live-query.ts'
import type { OrderingState } from '#src/contract/frames.ts'
import { nextTime, type Ordering, orderingAt, type SetTime } from '#src/rules/window.ts'

export const { serverNow } = live

const ordering = liveQuery<OrderingState>({
  key: ['ordering'],
  topics: ['ordering'],
  async read(known) {
    const answer = await readList(api.cart['confirm-disabled'].get(unlessAt(known)), {
      isConfirmDisabled: true,
      message: '',
      now: '',
    })
    if (answer !== 'unchanged') live.setClock(answer.rows.now)
    return answer
  },
  fromState: (state) => (state.topic === 'ordering' && state.data ? state.data : null),
})

/** The current edition, outside of components; `null` until it is known. */
export const currentEdition = () =>
  queryClient.getQueryData(ordering.queryKey)?.rows.edition ?? null

type Change = Partial<OrderingState>

/**
 * The ordering switch and its times; `value` is `null` until they are known. What this page is writing of them is shown at once, until the
 * server has answered and its state is here.
 */
export function useOrderingState() {
  const { phase, value, reload } = useLive(ordering)
  const writing = useMutationState<Change>({
    filters: { mutationKey: ordering.queryKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  const shown: OrderingState | null = value && Object.assign({}, value, ...writing)
  return { phase, reload, value: shown }
}

/** The current edition; `null` until it is known. */
export const useEdition = () => useLive(ordering).value?.edition ?? null

/** Writes a change of the switch, which `useOrderingState` shows meanwhile. */
export const useOrderingChange = (send: (change: Change) => Promise<unknown>) =>
  useMutation({
    mutationKey: ordering.queryKey,
    mutationFn: (change: Change) => write(send(change)),
  })

const SECOND = 1_000
const MINUTE = 60 * SECOND

export type OrderingNow = { ordering: Ordering; now: number; next: SetTime | null }

const toMs = (time: string | null) => (time === null ? null : Date.parse(time))

export const toOrdering = (state: OrderingState): Ordering => ({
  ...state,
  isOpen: !state.isConfirmDisabled,
  opensAt: toMs(state.opensAt),
  closesAt: toMs(state.closesAt),
  turnedAt: toMs(state.turnedAt),
})

/** How long what a countdown of `leftMs` shows stays true: to the whole minute, in the last one to the whole second. */
const shownFor = (leftMs: number) => {
  const step = leftMs <= MINUTE ? SECOND : MINUTE
  return leftMs % step || step
}

/**
 * The switch by the server's clock: it turns at the moment itself, without a frame, and shows again when a countdown changes. `null` until
 * it is known.
 */
export function useOrdering(): OrderingNow | null {
  const { value } = useOrderingState()
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const now = serverNow()
  const known = value && toOrdering(value)
  const next = known && nextTime(known, now)
  const leftMs = next ? next.at - now : null
  useEffect(() => {
    if (leftMs === null) return
    const timer = setTimeout(showAgain, shownFor(leftMs))
    return () => clearTimeout(timer)
  }, [leftMs])
  return known && { ordering: orderingAt(known, now), now, next }
}
