import type {
  CartSummary,
  CustomLine,
  OrderLine,
  StockItem,
  StockSummary,
} from '#src/contract/records.ts'
import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { LINES } from '#client/portal/data/samples.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

export const stockList = liveQuery<StockItem[]>({
  key: ['stock'],
  topics: ['inventory'],
  read: (known) =>
    readList(api.inventorys.inventory.get(unlessAt(known)), [
      { _id: '', itemName: '', itemQuantity: 0, rev: 0 },
    ]),
})

export const summaryList = liveQuery<StockSummary[]>({
  key: ['stock summary'],
  topics: ['inventory', 'carts'],
  read: (known) =>
    readList(api.cart['cart-item-summary'].get(unlessAt(known)), [
      {
        _id: '',
        itemName: '',
        availableQuantity: 0,
        totalOrderedQuantity: 0,
        totalAllottedQuantity: 0,
        itemRemark: '',
      },
    ]),
})

const WHO_ASKS = { user_id: '', clubName: '', cordName: '', contact: '', email: '' }

export const customList = liveQuery<CustomLine[]>({
  key: ['custom items'],
  topics: ['carts'],
  read: (known) =>
    readList(api.cart['cart-item-summary-custom'].get(unlessAt(known)), [
      { ...LINES[0], ...WHO_ASKS },
    ]),
})

export type ClubCart = Omit<CartSummary, 'people'> & { _id: string }

export const clubList = liveQuery<ClubCart[]>({
  key: ['clubs'],
  topics: ['carts'],
  async read(known) {
    const next = await readList(api.cart['get-club-list'].get(unlessAt(known)), [
      {
        ...WHO_ASKS,
        cart_id: '',
        lines: 0,
        undecided: 0,
        asked: 0,
        given: 0,
        handed_over: 0,
        ready: 0,
      },
    ])
    if (next === 'unchanged') return next
    return { ...next, rows: next.rows.map((cart) => ({ ...cart, _id: cart.cart_id })) }
  },
})

export const orderAddress = (userId: string): string => `/orderwiseitem?club=${userId}`

/** One club's order. Its revision counts this order alone, while the topic `carts` covers the orders of all clubs. */
export const orderList = (userId: string) =>
  liveQuery<OrderLine[]>({
    key: ['order', userId],
    topics: ['carts'],
    hasOwnRevision: true,
    read: (known) => readList(api.cart['cart-items-user']({ userId }).get(unlessAt(known)), LINES),
  })
