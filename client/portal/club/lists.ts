import { api, readList, unlessAt } from '#client/portal/api.ts'
import { createLiveList } from '#client/portal/live/list.ts'
import { useSession } from '#client/shared/session.ts'
import type { CatalogueItem, OrderLine } from '#src/contract/records.ts'

/** What can be ordered. */
export const catalogue = createLiveList<CatalogueItem>({
  topics: ['inventory'],
  read: (shown) => readList(api.inventorys.inventory.user.get(unlessAt(shown))),
})

/** What this club has ordered. */
export const orders = createLiveList<OrderLine>({
  topics: ['orders'],
  read(shown) {
    const userId = useSession.getState()?.user.id ?? ''
    return readList(api.cart['cart-items-final']({ userId }).get(unlessAt(shown)))
  },
  fromState: (state) => (state.topic === 'orders' && state.data ? state.data : null),
})
