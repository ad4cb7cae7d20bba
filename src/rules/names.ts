/** Soft hyphens, joiners, spaces without width and marks of the direction, as the inside of a class of characters. */
export const MARKS = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff`
const UNSEEN = new RegExp(String.raw`[${MARKS}\ufe0f]`, 'g')

/**
 * Two names are the same if their keys are equal. Compatible characters count as one (NFKC), a run of white space counts as one space, and
 * case is ignored, as are joiners, marks of the direction and the style of an emoji, which nobody sees. Half of a surrogate pair becomes U+FFFD, because a database stores it so.
 */
export const nameKey = (name: string): string =>
  name
    .toWellFormed()
    .replace(UNSEEN, '')
    .normalize('NFKC')
    // lower case first: otherwise ẞ and ß give different keys
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/** An address as people paste it, without what it stood in: invisible characters, `mailto:`, the full stop of a sentence. */
export const readEmail = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace('＠', '@')
    .replace(/(?<![\s.])[\s.]+$/, '')

/** An address as it is stored and compared; a `+` tag stays. */
export const emailKey = (email: string): string => readEmail(email).toLowerCase()

/** Two rows of one cart are the same line if they have the same key: the stock item's id, or the name of a custom item. */
export const lineKey = (line: { item_id: string | null; itemName: string | null }): string =>
  line.item_id ?? `name:${nameKey(line.itemName ?? '')}`

/** The possible keys of a line that a request gives by name; the key of a stock item comes first. */
export const lineKeysOf = (named: string, stockItemId: string | null): string[] => [
  ...(stockItemId === null ? [] : [stockItemId]),
  lineKey({ item_id: null, itemName: named }),
]
