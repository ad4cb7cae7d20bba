import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { LINES } from '#client/portal/data/samples.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'
import { useSession } from '#client/shared/session.ts'
import type { CatalogueItem, OrderLine } from '#src/contract/records.ts'

export const catalogue = liveQuery<CatalogueItem[]>({
  key: ['catalogue'],
  topics: ['inventory'],
  read: (known) =>
    readList(api.inventorys.inventory.user.get(unlessAt(known)), [{ _id: '', itemName: '' }]),
})

export const orders = liveQuery<OrderLine[]>({
  key: ['orders'],
  topics: ['orders'],
  read(known) {
    const userId = useSession.getState()?.user.id ?? ''
    return readList(api.cart['cart-items-final']({ userId }).get(unlessAt(known)), LINES)
  },
  fromState: (state) => (state.topic === 'orders' && state.data ? state.data : null),
})
