import type { LineRequest } from '#src/contract/line.ts'

/** A row of an order for a stock item. */
export const stockRow = (itemId: string, ordered: number): LineRequest => ({
  itemId,
  itemName: null,
  ordered,
  link: '',
})

/** A row of an order for a custom item. */
export const customRow = (itemName: string, ordered = 1, link = ''): LineRequest => ({
  itemId: null,
  itemName,
  ordered,
  link,
})
