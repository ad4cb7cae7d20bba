import type { OrderingState } from '#src/contract/frames.ts'
import { api, readList, unlessAt } from '#client/portal/api.ts'
import { createLiveState } from './state.ts'

/** Whether clubs may order now, and whether decisions are held back. `value` is `null` until it is known. */
export const ordering = createLiveState<OrderingState>({
  topics: ['ordering'],
  read: (shown) => readList(api.cart['confirm-disabled'].get(unlessAt(shown))),
  fromState: (state) => (state.topic === 'ordering' && state.data ? state.data : null),
})
