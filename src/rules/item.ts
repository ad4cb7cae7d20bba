import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import {
  ITEM_VALUES,
  type ItemValues,
  type StockItem,
  type StockNote,
} from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { type ItemNote, notedItemEntry } from './entries.ts'
import { refusalOf } from './faults.ts'
import { hasTower, nameFault, readName } from './name-text.ts'
import { Refusal } from './refusal.ts'

const LABELS = {
  unit: { what: 'The unit', most: limits.unitLength },
  place: { what: 'The place', most: limits.placeLength },
} as const
export type Label = keyof typeof LABELS

/** The fault of the unit or the place of an item, or `null`. Both follow the rule for names, are shorter, and may be `""`. */
export function labelFault(label: Label, text: string): string | null {
  const { what, most } = LABELS[label]
  if (hasTower(text)) return nameFault(what, text)
  const { length } = readName(text)
  if (length > most) return `${what} is ${length} characters: ${most} at most.`
  return length === 0 ? null : nameFault(what, text)
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
export const nameTaken = (itemName: string) =>
  refusalOf('name_taken', 'itemName', `${itemName} is in the list already.`)

/** Refuses an edit based on an older revision; `current` is the present row. */
export const changedMeanwhile = (current: StockItem) =>
  new Refusal('changed_meanwhile', 'This item was changed meanwhile.', { current })

/** An added item may have no unit and no place. */
export type NewItem = Omit<ItemValues, Label> & Partial<Pick<ItemValues, Label>>

/** An item before anybody changes it. */
export const newItem = (values: NewItem): StockItem => ({
  _id: Bun.randomUUIDv7(),
  unit: '',
  place: '',
  ...values,
  rev: 1,
})

/** What of an item other lists show: lines have its name and its unit, and clubs' lists have the enabled items. */
export function shownChanges(before: ItemValues, after: Omit<ItemValues, 'itemQuantity'>) {
  const isRenamed = after.itemName !== before.itemName
  const isOnLines = isRenamed || after.unit !== before.unit
  return {
    isRenamed,
    isOnLines,
    isInCatalogue: isOnLines || after.itemStatus !== before.itemStatus,
  }
}

/** The values of an item after an edit, and who sees that; `null` if it changes nothing. */
export function editedItem(before: StockItem, change: Partial<ItemValues>) {
  const after = {
    ...pick(before, ITEM_VALUES),
    ...pick(
      change,
      ITEM_VALUES.filter((field) => field in change),
    ),
  }
  if (ITEM_VALUES.every((field) => after[field] === before[field])) return null
  return { after, ...shownChanges(before, after) }
}

/** The changed items with their new notes and entries, and the ids of all. Of several notes of an item the later one wins. Throws `not_found`. */
export function decideNotes(notes: readonly StockNote[], noteOf: (id: string) => ItemNote | null) {
  const noted = new Map<string, ItemNote>()
  for (const [index, { _id, itemOrderedStatus, itemRemark }] of notes.entries()) {
    const present = noted.get(_id) ?? noteOf(_id)
    if (!present) throw refusalOf('not_found', `${index}._id`, 'This item was not found.')
    noted.set(_id, {
      itemOrderedStatus: itemOrderedStatus ?? present.itemOrderedStatus,
      itemRemark: itemRemark ?? present.itemRemark,
    })
  }
  const changed = [...noted].flatMap(([id, note]) => {
    const entry = notedItemEntry(id, noteOf(id) ?? note, note)
    return entry ? [{ id, note, entry }] : []
  })
  return { ids: [...noted.keys()], changed, entries: changed.map(({ entry }) => entry) }
}
