import { useMemo } from 'react'
import type { OrderingTurn } from '#src/contract/history.ts'
import { api, call } from '#client/portal/api.ts'
import { ordering } from '#client/portal/ordering/ordering.ts'
import { createLiveState } from '#client/portal/live/state.ts'

let reads = 0

/** The turns of ordering since a moment, with the one before it; `null` until they are known. Follows each further turn. */
export function useTurns(from: number) {
  const list = useMemo(
    () =>
      createLiveState<OrderingTurn[]>({
        topics: ['ordering'],
        read: async () => ({
          epoch: 'turns',
          rev: ++reads,
          rows: await call(
            api.cart['ordering-turns'].get({ query: { from: new Date(from).toISOString() } }),
          ),
        }),
      }),
    [from],
  )
  const { value: turns } = list.use()
  const { value: now } = ordering.use()
  return turns && now && { turns, isOpenNow: !now.isConfirmDisabled }
}
