import { limits } from '#src/contract/limits.ts'
import { isWithin, toRange } from './number-text.ts'

export const ORDERED_QUANTITY = toRange('A quantity', 1, limits.orderedQuantity)
export const ITEM_QUANTITY = toRange('A quantity', 0, limits.itemQuantity)
export const ALLOTMENT_CHANGE = toRange('A change', -limits.allotmentChange, limits.allotmentChange)
const SUM = toRange('A sum', 0, limits.sum - 1)

/** A quantity of one row of an order. */
export const isOrderedQuantity = (value: number): boolean => isWithin(value, ORDERED_QUANTITY)

/** What may lie on a shelf when an item is added or edited. */
export const isItemQuantity = (value: number): boolean => isWithin(value, ITEM_QUANTITY)

/** A signed change of what is given. */
export const isAllotmentChange = (value: number): boolean => isWithin(value, ALLOTMENT_CHANGE)

/** Whether a sum may be kept; every sum stays below 10⁹. */
export const isSum = (value: number): boolean => isWithin(value, SUM)

/** A card's quantity as it may stand: whole, from 0 to what one row of an order may ask for. */
export const clampQuantity = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(Math.max(Math.trunc(value), 0), limits.orderedQuantity)

/** What was typed into a card's quantity, as it may stand; anything that is no number is 0. */
export const readQuantity = (text: string): number => clampQuantity(Number.parseInt(text, 10))

/** Whether an "Add Quantity" field takes this text while it is typed: an optional minus, then digits. */
export const isChangeText = (text: string): boolean => /^-?\d*$/.test(text)

/** The change that an "Add Quantity" field stands for; nothing typed is 0, `null` is one that cannot be sent. */
export function readChange(text: string): number | null {
  if (text === '' || text === '-') return 0
  if (!isChangeText(text)) return null
  // `-0` would be sent as 0 but is not equal to it.
  const change = Number(text) || 0
  return isAllotmentChange(change) ? change : null
}
