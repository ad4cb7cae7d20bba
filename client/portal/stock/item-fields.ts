import type { RowDraft } from '#client/portal/drafts/drafts.ts'
import type { ItemValues as StoredValues, StockItem } from '#src/contract/records.ts'
import { readWhole } from '#src/rules/number-text.ts'

/** The quantity is a text while it is typed. */
export type ItemValues = Omit<StoredValues, 'itemQuantity'> & { itemQuantity: string }

type ItemField<T> = { label: string; word: string; read: (item: StockItem) => T }

/** The fields of an item that can be edited: the label of each, and its word in news about the item. */
export const ITEM_FIELDS: { readonly [F in keyof ItemValues]: ItemField<ItemValues[F]> } = {
  itemName: { label: 'Item name', word: 'name', read: (item) => item.itemName },
  itemQuantity: { label: 'Quantity', word: 'quantity', read: (item) => `${item.itemQuantity}` },
  itemStatus: { label: 'Status', word: 'status', read: (item) => item.itemStatus },
  unit: { label: 'Unit', word: 'unit', read: (item) => item.unit },
  place: { label: 'Place', word: 'place', read: (item) => item.place },
}

/** The changes of a draft. A text that is no number becomes `NaN`, which the server refuses by its rule. */
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
