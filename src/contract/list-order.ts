const PRIORITY = ['brush round', 'brush flat', 'paint (15 ml)', 'paint (500 ml)']
let collator: Intl.Collator | undefined

/** Created at the first use, because creating a collator is slow. */
const natural = () => (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const rank = (name: string) => {
  const lowerCase = name.toLowerCase()
  const found = PRIORITY.findIndex((prefix) => lowerCase.startsWith(prefix))
  return found === -1 ? PRIORITY.length : found
}

/** Inside a group the order is natural and ignores case. */
const compareInGroup = (a: string, b: string): number =>
  natural().compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

/** A copy of `rows` in the order of every list of items: the four groups of `PRIORITY` come first. */
export const inListOrder = <T extends { itemName: string }>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({ row, rank: rank(row.itemName) }))
    .toSorted((a, b) => a.rank - b.rank || compareInGroup(a.row.itemName, b.row.itemName))
    .map(({ row }) => row)
