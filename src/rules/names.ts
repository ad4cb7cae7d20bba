/**
 * Two names are the same if their keys are equal. Compatible characters count as one (NFKC), a run of white space counts as one space, and
 * case is ignored. Half of a surrogate pair becomes U+FFFD, because a database stores it so.
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

/** An address as it is stored and compared; a `+` tag stays. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Two rows of one cart are the same line if they have the same key: the stock item's id, or the name of a custom item. */
export const lineKey = (line: { item_id: string | null; itemName: string | null }): string =>
  line.item_id ?? `name:${nameKey(line.itemName ?? '')}`

/** The possible keys of a line that a request gives by name; the key of a stock item comes first. */
export const lineKeysOf = (named: string, stockItemId: string | null): string[] => [
  ...(stockItemId === null ? [] : [stockItemId]),
  lineKey({ item_id: null, itemName: named }),
]
