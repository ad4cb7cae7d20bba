import { nameKey } from '#src/rules/names.ts'
import type { PresentItem } from '#src/rules/undo.ts'

/** Looks items up among those that were found. */
export function lookUp(items: readonly PresentItem[]) {
  const byId = new Map(items.map((item) => [item._id, item]))
  const byKey = new Map(items.map((item) => [nameKey(item.itemName), item]))
  return {
    byId: (id: string) => byId.get(id) ?? null,
    /** `key` is a `nameKey`. */
    byName: (key: string) => byKey.get(key) ?? null,
    /** Units on the shelf; 0 for an unknown item. */
    leftOf: (id: string) => byId.get(id)?.itemQuantity ?? 0,
  }
}
