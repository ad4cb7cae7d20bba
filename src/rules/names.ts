/**
 * What makes two names the same: compatible characters count as one (NFKC), every run of white space as one space, and case does
 * not count. Half of a surrogate pair counts as U+FFFD, which is what a database stores for it.
 */
export const nameKey = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFKC')
    // small before large: only so ẞ becomes what ß becomes
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The key of a row that shares its name with an older row, which has the name's own key. Both were made before their names counted
 * as the same. No name has such a key, for a name's key holds no line break.
 */
export const namesakeKey = (key: string, id: string): string => `${key}\n${id}`

/** Whether a stored key fits a row whose name has the key `own`. */
export const isKeyOf = (stored: string, own: string, id: string): boolean =>
  stored === own || stored === namesakeKey(own, id)

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
