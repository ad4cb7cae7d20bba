import { limits } from '#src/contract/limits.ts'
import { isWithin, toRange } from './number-text.ts'

export const ORDERED_QUANTITY = toRange('A quantity', 1, limits.orderedQuantity)
export const ITEM_QUANTITY = toRange('A quantity', 0, limits.itemQuantity)
export const ALLOTMENT_CHANGE = toRange('A change', -limits.allotmentChange, limits.allotmentChange)
export const GIVEN_AT_ONCE = toRange('A given quantity', 0, limits.allotmentChange)
const SUM = toRange('A sum', 0, limits.sum - 1)

/** Whether one row of an order may ask for this many units. */
export const isOrderedQuantity = (value: number): boolean => isWithin(value, ORDERED_QUANTITY)

/** Whether one row of an order may give this many units at once. */
export const isGivenAtOnce = (value: number): boolean => isWithin(value, GIVEN_AT_ONCE)

/** Whether an item may be added or edited with this many units on its shelf. */
export const isItemQuantity = (value: number): boolean => isWithin(value, ITEM_QUANTITY)

/** Whether one decision may give this many units; a negative number takes units back. */
export const isAllotmentChange = (value: number): boolean => isWithin(value, ALLOTMENT_CHANGE)

/** Whether a sum may be stored: every sum stays below 10⁹. */
export const isSum = (value: number): boolean => isWithin(value, SUM)

/** The nearest quantity that a card may show: whole, from 0 to the limit of one row of an order. */
export const clampQuantity = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(Math.max(Math.trunc(value), 0), limits.orderedQuantity)

/** Whether an "Add Quantity" field accepts this text while somebody types: an optional minus, then digits. */
export const isChangeText = (text: string): boolean => /^-?\d*$/.test(text)

/** Reads an "Add Quantity" field. Empty text is 0; `null` means that the change cannot be sent. */
export function readChange(text: string): number | null {
  if (text === '' || text === '-') return 0
  if (!isChangeText(text)) return null
  // Turns -0 into 0: both are sent as 0 but are not equal.
  const change = Number(text) || 0
  return isAllotmentChange(change) ? change : null
}
