import type { StockList } from './stock-list.ts'

/** A list that was pasted on the page of an empty stock, for the page of the sheet. */
let list: StockList | null = null

export const handOver = (next: StockList): void => {
  list = next
}

/** The list, once. */
export function takeHandedOver(): StockList | null {
  const taken = list
  list = null
  return taken
}
