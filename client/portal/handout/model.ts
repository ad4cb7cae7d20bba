/** What the store room packs and hands out, as the page shows it. Things are units. */
import type { HandoutClub, HandoutLine } from '#src/contract/handout.ts'
import { createSearch } from '#src/rules/search.ts'

type Units = Pick<HandoutLine, 'allotted_quantity' | 'delivered_quantity'>
type Line = Units & Pick<HandoutLine, 'status'>

/** Things of a line that are given and not handed over. */
export const leftOf = ({ allotted_quantity: given, delivered_quantity: handedOver }: Units) =>
  given - handedOver

export const countThings = (lines: readonly Units[]): number =>
  lines.reduce((sum, line) => sum + leftOf(line), 0)

export const isReady = ({ status }: Line): boolean => status === 'Ready'
export const hasReady = ({ lines }: HandoutClub): boolean => lines.some(isReady)
export const isToTakeBack = ({ status }: Line): boolean => status === 'Rejected'
export const isToPack = (line: Line): boolean => !isReady(line) && !isToTakeBack(line)

const natural = new Intl.Collator('en', { numeric: true })

/** Orders names as people count them: B2 before B10. */
export const byName = (a: string, b: string): number => natural.compare(a, b)

/** What has no place comes last. */
const byPlace = (a: string, b: string): number =>
  Number(a === '') - Number(b === '') || byName(a, b)

/** A line with the club that asked for it. */
export type PackLine = HandoutLine & { clubName: string }

/** The lines of all clubs in the order in which one walks through the store room. */
export const toWalk = (clubs: readonly HandoutClub[]): PackLine[] =>
  clubs
    .flatMap(({ clubName, lines }) => lines.map((line) => ({ ...line, clubName })))
    .toSorted(
      (a, b) =>
        byPlace(a.place, b.place) ||
        byName(a.itemName, b.itemName) ||
        byName(a.clubName, b.clubName),
    )

/** Whether a search finds a line: by its item, its place or its club. */
export function createLineSearch(query: string): (line: PackLine) => boolean {
  const matches = createSearch(query)
  return ({ itemName, place, clubName }) => [itemName, place, clubName].some(matches)
}

/** Lines in their order, below their place and their item. */
export const groupByPlace = (lines: readonly PackLine[]) =>
  [...Map.groupBy(lines, ({ place }) => place)].map(([place, here]) => ({
    place,
    items: [...Map.groupBy(here, ({ item_id, itemName }) => item_id ?? itemName)].flatMap(
      ([key, wanted]) =>
        wanted.slice(0, 1).map(({ itemName, unit }) => ({ key, itemName, unit, lines: wanted })),
    ),
  }))

/** The words of a place; some items have none. */
export const placeWords = (place: string): string => place || 'No place'
