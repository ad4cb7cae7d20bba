const PRIORITY = ['brush round', 'brush flat', 'paint (15 ml)', 'paint (500 ml)']

const rank = (name: string) => {
  const lowerCase = name.toLowerCase()
  const found = PRIORITY.findIndex((prefix) => lowerCase.startsWith(prefix))
  return found === -1 ? PRIORITY.length : found
}

/** Zeros before it do not count, and a longer number is greater. Its key stands where a digit stands. */
const numberKey = (_: string, digits: string) => `0${String.fromCodePoint(digits.length)}${digits}`

/**
 * The text by which a name is ordered: without case, accents and compatible forms, and with numbers by their values. Names that are equal
 * so far are in the order of their characters.
 */
const naturalKey = (name: string): string =>
  `${name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Script=Inherited}+/gu, '')
    .replace(/0*(\p{Nd}+)/gu, numberKey)}\0${name}`

/** A copy of `rows` in the order of the keys. Each key is made once: to compare names takes up to 1 ms, to compare keys nearly nothing. */
const inKeyOrder = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row)

/** A copy of `rows` in the natural order of their names, which ignores case. */
export const inNameOrder = <T>(rows: readonly T[], nameOf: (row: T) => string): T[] =>
  inKeyOrder(rows, (row) => naturalKey(nameOf(row)))

/** A copy of `rows` in the order of every list of items: the four groups of `PRIORITY` come first, and inside a group the order is natural. */
export const inListOrder = <T extends { itemName: string }>(rows: readonly T[]): T[] =>
  inKeyOrder(rows, ({ itemName }) => rank(itemName) + naturalKey(itemName))
