import { api, asNewest, call } from '#client/portal/data/api.ts'
import { liveQuery, useLive } from '#client/portal/data/live-query.ts'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import type { OrderingTurn } from '#src/contract/history.ts'

const turnsSince = (from: number) =>
  liveQuery<OrderingTurn[]>({
    key: ['ordering turns', from],
    topics: ['ordering'],
    hasOwnRevision: true,
    async read() {
      const query = { from: new Date(from).toISOString() }
      return asNewest(
        await call(api.cart['ordering-turns'].get({ query }), [
          { at: '', isConfirmDisabled: true },
        ]),
      )
    },
  })

/** When ordering was opened and closed since a moment, with the last time before it; `null` until that is known. */
export function useTurns(from: number) {
  const { value: turns } = useLive(turnsSince(from))
  const { value: now } = useOrderingState()
  return turns && now && { turns, isOpenNow: !now.isConfirmDisabled }
}
