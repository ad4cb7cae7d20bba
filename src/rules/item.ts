import type { StockItem } from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { type Fault, refuse } from './faults.ts'
import { nameFault } from './name-text.ts'
import { isItemQuantity } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** Throws a `Refusal` that names every field of a stock item that cannot be kept; what is left out is not looked at. */
export function checkItem(item: { itemName?: string; itemQuantity?: number }): void {
  const faults: Fault[] = []
  const wrong = item.itemName === undefined ? null : nameFault('An item name', item.itemName)
  if (wrong !== null) faults.push({ code: 'invalid', path: 'itemName', msg: wrong })
  if (!isItemQuantity(item.itemQuantity ?? 0))
    faults.push({
      code: 'invalid',
      path: 'itemQuantity',
      msg: 'A quantity is a whole number from 0 to 1,000,000.',
    })
  refuse(faults)
}

/** Another item bears this name already. */
export function nameTaken(itemName: string): Refusal {
  const msg = `${itemName} is in the list already.`
  return new Refusal('name_taken', msg, { errors: [{ path: 'itemName', msg }] })
}

/** The row is not any more what the editor saw; `current` is what it is. */
export const changedMeanwhile = (current: StockItem) =>
  new Refusal('changed_meanwhile', 'This item was changed meanwhile.', { current })

/** What an edit makes of an item, and what of it clubs can see; `null` when nothing comes out different. */
export function editedItem(
  before: StockItem,
  change: { itemName?: string; itemQuantity?: number; itemStatus?: ItemStatus },
) {
  const itemName = change.itemName?.trim() ?? before.itemName
  const { itemQuantity = before.itemQuantity, itemStatus = before.itemStatus } = change
  const isRenamed = itemName !== before.itemName
  const isSwitched = itemStatus !== before.itemStatus
  const added = itemQuantity - before.itemQuantity
  if (!isRenamed && !isSwitched && added === 0) return null
  return { itemName, itemQuantity, itemStatus, isRenamed, isSwitched, added }
}
