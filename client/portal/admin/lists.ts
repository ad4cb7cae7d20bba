import type { CartSummary, OrderLine, StockItem, StockSummary } from '#src/contract/records.ts'
import { ordersTopic } from '#src/contract/topics.ts'
import { api, readList, unlessAt } from '#client/portal/api.ts'
import { createLiveList } from '#client/portal/live/list.ts'

/** Every item, enabled or not, with its quantity. */
export const stockList = createLiveList<StockItem>({
  topics: ['inventory'],
  read: (shown) => readList(api.inventorys.inventory.get(unlessAt(shown))),
})

/** Every stock item with its totals of ordered and given units. */
export const summaryList = createLiveList<StockSummary>({
  topics: ['inventory', 'carts'],
  read: (shown) => readList(api.cart['cart-item-summary'].get(unlessAt(shown))),
})

/** Custom items that clubs have ordered. */
export const customList = createLiveList<OrderLine>({
  topics: ['carts'],
  read: (shown) => readList(api.cart['cart-item-summary-custom'].get(unlessAt(shown))),
})

export type ClubCart = CartSummary & { _id: string }

/** The clubs with an order, oldest first. */
export const clubList = createLiveList<ClubCart>({
  topics: ['carts'],
  async read(shown) {
    const next = await readList(api.cart['get-club-list'].get(unlessAt(shown)))
    if (next === 'unchanged') return next
    return { ...next, rows: next.rows.map((cart) => ({ ...cart, _id: cart.cart_id })) }
  },
})

/** One club's order. Its revision counts this order alone, while the topic `carts` covers the orders of all clubs. */
export const createOrderList = (userId: string) =>
  createLiveList<OrderLine>({
    topics: ['carts'],
    revOf: ordersTopic(userId),
    read: (shown) => readList(api.cart['cart-items-user']({ userId }).get(unlessAt(shown))),
  })
