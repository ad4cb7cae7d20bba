import { createLiveState } from '#client/portal/live/state.ts'
import { api, readList, unlessAt } from '#client/portal/api.ts'
import type { OrderingState } from '#src/contract/frames.ts'

/** How far the server's clock is ahead of this browser's, in milliseconds. */
let aheadMs = 0

/** The time of the server, by which ordering turns. */
export const serverNow = (): number => Date.now() + aheadMs

function heard(state: OrderingState): OrderingState {
  aheadMs = Date.parse(state.now) - Date.now()
  return state
}

/** The ordering switch and its times. `value` is `null` until it is known. */
export const ordering = createLiveState<OrderingState>({
  topics: ['ordering'],
  async read(shown) {
    const answer = await readList(api.cart['confirm-disabled'].get(unlessAt(shown)))
    return answer === 'unchanged' ? answer : { ...answer, rows: heard(answer.rows) }
  },
  fromState: (state) => (state.topic === 'ordering' && state.data ? heard(state.data) : null),
})
