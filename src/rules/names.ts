/** What makes two names the same: trimmed, and folded so that case does not count. */
export const nameKey = (name: string): string =>
  // small before large: only so ẞ becomes what ß becomes
  name.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** An address as it is stored and compared; a `+` tag stays. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** What makes two rows of one cart the same line: the stock item, or the name of a club's own item. */
export const lineKey = (row: { item_id?: string | null; itemName?: string }): string =>
  row.item_id ?? `name:${nameKey(row.itemName ?? '')}`

/** The keys that a line may stand under when it is named in words, first the stock item's. */
export const lineKeysOf = (named: string, stockItemId: string | null): string[] => [
  ...(stockItemId === null ? [] : [lineKey({ item_id: stockItemId })]),
  lineKey({ item_id: null, itemName: named }),
]
