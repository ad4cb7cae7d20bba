import type { LineRequest } from '#src/contract/line.ts'

/** A row of an order for a stock item. */
export const stockRow = (itemId: string, ordered: number): LineRequest => ({
  item_id: itemId,
  itemName: null,
  ordered_quantity: ordered,
  link: '',
})

/** A row of an order for a custom item. */
export const customRow = (itemName: string, ordered = 1, link = ''): LineRequest => ({
  item_id: null,
  itemName,
  ordered_quantity: ordered,
  link,
})
