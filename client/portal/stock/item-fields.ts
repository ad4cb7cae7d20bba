import type { Fields, RowDraft } from '#client/portal/drafts/drafts.ts'
import type { ApiError } from '#client/portal/data/api.ts'
import type { ItemValues as StoredValues, StockItem } from '#src/contract/records.ts'
import { readWhole } from '#src/rules/number-text.ts'

/** The quantity is a text while it is typed. */
export type ItemValues = Omit<StoredValues, 'itemQuantity'> & { itemQuantity: string }

export const ITEM_FIELDS: Fields<StockItem, ItemValues> = {
  itemName: { read: (item) => item.itemName },
  itemQuantity: { read: (item) => String(item.itemQuantity) },
  itemStatus: { read: (item) => item.itemStatus },
  unit: { read: (item) => item.unit },
  place: { read: (item) => item.place },
}

export const FIELD_WORDS: Readonly<Record<keyof ItemValues, string>> = {
  itemName: 'Item name',
  itemQuantity: 'Quantity',
  itemStatus: 'Status',
  unit: 'Unit',
  place: 'Place',
}

/** What was edited. A text that is no number becomes none, which the server refuses by its rule. */
export function toItemChange(draft: RowDraft<ItemValues>): Partial<StoredValues> {
  const { itemName, itemQuantity, itemStatus, unit, place } = draft
  return {
    ...(itemName && { itemName: itemName.mine.trim() }),
    ...(itemQuantity && { itemQuantity: readWhole(itemQuantity.mine) ?? Number.NaN }),
    ...(itemStatus && { itemStatus: itemStatus.mine }),
    ...(unit && { unit: unit.mine.trim() }),
    ...(place && { place: place.mine.trim() }),
  }
}

/** What is wrong, by field; `form` is about none of them. */
export type Problems = Readonly<Record<string, string>>

export const toProblems = ({ errors, message }: ApiError): Problems =>
  errors.length > 0
    ? Object.fromEntries(errors.map(({ path, msg }) => [path, msg]))
    : { form: message }
