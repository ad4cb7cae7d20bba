import { limits } from '#src/contract/limits.ts'

const within = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** A quantity of one row of an order. */
export const isOrderedQuantity = (value: number): boolean =>
  within(value, 1, limits.orderedQuantity)

/** What may lie on a shelf when an item is added or edited. */
export const isItemQuantity = (value: number): boolean => within(value, 0, limits.itemQuantity)

/** A signed change of what is given. */
export const isAllotmentChange = (value: number): boolean =>
  within(value, -limits.allotmentChange, limits.allotmentChange)

/** Whether a sum may be kept; every sum stays below 10⁹. */
export const isSum = (value: number): boolean => within(value, 0, limits.sum - 1)

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
