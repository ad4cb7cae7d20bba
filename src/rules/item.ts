import { limits } from '#src/contract/limits.ts'
import { type Fault, refuse } from './faults.ts'
import { isItemQuantity } from './quantity.ts'

/** Throws a `Refusal` that names every field of a stock item that cannot be kept; what is left out is not looked at. */
export function checkItem(item: { itemName?: string; itemQuantity?: number }): void {
  const faults: Fault[] = []
  const length = item.itemName?.trim().length ?? 1
  if (length === 0 || length > limits.nameLength)
    faults.push({ code: 'invalid', path: 'itemName', msg: 'An item name has 1 to 120 characters.' })
  if (!isItemQuantity(item.itemQuantity ?? 0))
    faults.push({
      code: 'invalid',
      path: 'itemQuantity',
      msg: 'A quantity is a whole number from 0 to 1,000,000.',
    })
  refuse(faults)
}
