import type {
  CartSummary,
  CustomLine,
  OrderLine,
  StockItem,
  StockSummary,
} from '#src/contract/records.ts'
import type { Problem } from '#src/contract/problem.ts'
import type { Answer, Asked } from './ask.ts'

export type Placed = { message: string; items: OrderLine[] }

/** A server, or something in front of it. */
type Server = {
  request<T>(method: string, path: string, asked?: Asked): Promise<Answer<T>>
}
type Member = { id: string; token: string }

/** Common steps of tests about orders, as one administrator. */
export function openStockRoom(server: Server, admin: { token: string }) {
  const ask = <T>(method: string, path: string, body?: unknown, key?: string) =>
    server.request<T>(method, path, { token: admin.token, body, key })

  return {
    /** Adds an item, by default with a unique name. */
    async addItem(itemQuantity = 10, itemName: string = Bun.randomUUIDv7()): Promise<StockItem> {
      const { body } = await ask<StockItem>('POST', '/inventorys/inventory', {
        itemName,
        itemQuantity,
      })
      return body
    },
    order: (
      { id, token }: Member,
      items: unknown,
      { key, userId = id }: { key?: string; userId?: string } = {},
    ): Promise<Answer<Placed & Partial<Problem>>> =>
      server.request('POST', '/cart/add-items', {
        token,
        body: { userId, items },
        key,
      }),
    /** Orders the item for the club and returns the line. */
    async orderLine(club: Member, item: StockItem, ordered_quantity = 1): Promise<OrderLine> {
      const { body } = await this.order(club, [{ item_id: item._id, ordered_quantity }])
      const line = body.items.find(({ itemName }) => itemName === item.itemName)
      if (!line) throw new Error('The order was not placed.')
      return line
    },
    allot: (items: unknown, key?: string) =>
      ask<{ message: string; updated: number } & Partial<Problem>>(
        'PUT',
        '/cart/update-multiple-cart-items',
        { items },
        key,
      ),
    switchOrdering: (isConfirmDisabled: boolean) =>
      ask<{ isConfirmDisabled: boolean }>('PUT', '/cart/confirm-disabled', { isConfirmDisabled }),
    async linesOf({ id }: { id: string }): Promise<OrderLine[]> {
      return (await ask<OrderLine[]>('GET', `/cart/cart-items-user/${id}`)).body
    },
    async listCarts(): Promise<CartSummary[]> {
      return (await ask<CartSummary[]>('GET', '/cart/get-club-list')).body
    },
    async listCustomLines(): Promise<CustomLine[]> {
      return (await ask<CustomLine[]>('GET', '/cart/cart-item-summary-custom')).body
    },
    /** The stock of an item and the sums over live lines. */
    async summaryOf({ _id }: { _id: string }): Promise<StockSummary> {
      const { body } = await ask<StockSummary[]>('GET', '/cart/cart-item-summary')
      const row = body.find((item) => item._id === _id)
      if (!row) throw new Error('The item is not in the summary.')
      return row
    },
    ask,
  }
}

export type StockRoom = ReturnType<typeof openStockRoom>
