import type { StockItem, StockNote } from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { type ItemNote, notedItemEntry } from './entries.ts'
import { type Fault, refuse } from './faults.ts'
import { nameFault, readName } from './name-text.ts'
import { isWithin } from './number-text.ts'
import { ITEM_QUANTITY } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** Throws a `Refusal` that names every invalid field of a stock item; fields that are left out are not checked. */
export function checkItem(item: { itemName?: string; itemQuantity?: number }): void {
  const faults: Fault[] = []
  const wrong = item.itemName === undefined ? null : nameFault('An item name', item.itemName)
  if (wrong !== null) faults.push({ code: 'invalid', path: 'itemName', msg: wrong })
  if (!isWithin(item.itemQuantity ?? 0, ITEM_QUANTITY))
    faults.push({ code: 'invalid', path: 'itemQuantity', msg: ITEM_QUANTITY.text })
  refuse(faults)
}

const VENDOR = /^Ordered from (.*)$/

/** Returns the fault of the name of a vendor in the status of a stock item, or `null`. It follows the rule for names. */
export function stockStatusFault(status: string): string | null {
  const vendor = VENDOR.exec(status)?.[1]
  return vendor ? nameFault('The name of a vendor', vendor) : null
}

/** The status of a stock item as it is stored. Only for one without a `stockStatusFault`. */
export function readStockStatus(status: string): string {
  const vendor = VENDOR.exec(status)?.[1]
  return vendor ? `Ordered from ${readName(vendor)}` : status
}

/** Nobody can order a disabled item, early or late. */
export const canBeOrdered = ({ itemStatus }: { itemStatus: ItemStatus }): boolean =>
  itemStatus === 'enabled'

/** Refuses a name that another item already has. */
export function nameTaken(itemName: string): Refusal {
  const msg = `${itemName} is in the list already.`
  return new Refusal('name_taken', msg, { errors: [{ path: 'itemName', msg }] })
}

/** Refuses an edit based on an older revision; `current` is the present row. */
export const changedMeanwhile = (current: StockItem) =>
  new Refusal('changed_meanwhile', 'This item was changed meanwhile.', { current })

/** Returns the item after an edit and the changes of that edit, or `null` if it changes nothing. */
export function editedItem(
  before: StockItem,
  change: { itemName?: string; itemQuantity?: number; itemStatus?: ItemStatus },
) {
  const { itemName = before.itemName } = change
  const { itemQuantity = before.itemQuantity, itemStatus = before.itemStatus } = change
  const isRenamed = itemName !== before.itemName
  const isSwitched = itemStatus !== before.itemStatus
  const added = itemQuantity - before.itemQuantity
  if (!isRenamed && !isSwitched && added === 0) return null
  return { itemName, itemQuantity, itemStatus, isRenamed, isSwitched, added }
}

/** The changed items with their new notes and entries, and the ids of all. Of several notes of an item the later one wins. Throws `not_found`. */
export function decideNotes(notes: readonly StockNote[], noteOf: (id: string) => ItemNote | null) {
  const noted = new Map<string, { was: ItemNote; note: ItemNote }>()
  for (const [index, { _id, itemOrderedStatus, itemRemark }] of notes.entries()) {
    const was = noted.get(_id)?.was ?? noteOf(_id)
    if (!was)
      throw new Refusal('not_found', 'This item was not found.', {
        errors: [{ path: `${index}._id`, msg: 'This item was not found.' }],
      })
    const present = noted.get(_id)?.note ?? was
    const note = {
      itemOrderedStatus: itemOrderedStatus ?? present.itemOrderedStatus,
      itemRemark: itemRemark ?? present.itemRemark,
    }
    noted.set(_id, { was, note })
  }
  const changed = [...noted].flatMap(([id, { was, note }]) => {
    const entry = notedItemEntry(id, was, note)
    return entry ? [{ id, note, entry }] : []
  })
  return { ids: [...noted.keys()], changed, entries: changed.map(({ entry }) => entry) }
}
