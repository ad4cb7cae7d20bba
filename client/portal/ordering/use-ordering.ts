import { useEffect, useReducer } from 'react'
import type { OrderingState } from '#src/contract/frames.ts'
import { type SetTime, nextTime, type Ordering, orderingAt } from '#src/rules/window.ts'
import { serverNow, useOrderingState } from './ordering.ts'

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
