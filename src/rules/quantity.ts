import { limits } from '#src/contract/limits.ts'
import { isWithin, readWhole, toRange } from './number-text.ts'

/** How many units one row of an order asks for. */
export const ORDERED_QUANTITY = toRange('A quantity', 1, limits.orderedQuantity)
/** How many units lie on the shelf of an item. */
export const ITEM_QUANTITY = toRange('A quantity', 0, limits.itemQuantity)
/** How many units one decision gives; a negative number takes units back. */
export const ALLOTMENT_CHANGE = toRange('A change', -limits.allotmentChange, limits.allotmentChange)
/** How many units one row of an order gives at once. */
export const GIVEN_AT_ONCE = toRange('A given quantity', 0, limits.allotmentChange)
const SUM = toRange('A sum', 0, limits.sum - 1)

/** Whether a sum may be stored: every sum stays below 10⁹. */
export const isSum = (value: number): boolean => isWithin(value, SUM)

/** The nearest quantity that a card may show: whole, from 0 to the limit of one row of an order. */
export const clampQuantity = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(Math.max(Math.trunc(value), 0), limits.orderedQuantity)

/** Reads an "Add Quantity" field; `null` means that the change cannot be sent. */
export function readChange(text: string): number | null {
  const change = readWhole(text)
  return change !== null && isWithin(change, ALLOTMENT_CHANGE) ? change : null
}

/** Reads what a line is to be given in all; `null` means that it cannot be given. */
export function readGiven(text: string): number | null {
  const given = readWhole(text)
  return given !== null && isSum(given) ? given : null
}
