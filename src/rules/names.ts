/**
 * What makes two names the same: compatible characters count as one (NFKC), every run of white space as one space, and case does
 * not count. Half of a surrogate pair counts as U+FFFD, which is what a database stores for it.
 */
export const nameKey = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFKC')
    // lower case first: otherwise ẞ and ß give different keys
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

/** Two rows of one cart are the same line if they have the same key: the stock item's id, or the name of a custom item. */
export const lineKey = (line: { itemId: string | null; itemName: string | null }): string =>
  line.itemId ?? `name:${nameKey(line.itemName ?? '')}`

/** The keys that a line may have when a request names it in words, the stock item's first. */
export const lineKeysOf = (named: string, stockItemId: string | null): string[] => [
  ...(stockItemId === null ? [] : [stockItemId]),
  lineKey({ itemId: null, itemName: named }),
]
