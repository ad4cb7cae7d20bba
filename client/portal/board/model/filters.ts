import type { BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { createSearch } from '#src/rules/search.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import type { LineDrafts } from './line-drafts.ts'
import type { BoardIndex } from './index-board.ts'
import { savedTotals } from './totals.ts'

export type Filters = { query: string; isShortOnly: boolean; isUndecidedOnly: boolean }

export const NO_FILTERS: Filters = { query: '', isShortOnly: false, isUndecidedOnly: false }

/** Whether rows or columns are left out. */
export const isNarrowed = ({ query, isShortOnly, isUndecidedOnly }: Filters): boolean =>
  query.trim() !== '' || isShortOnly || isUndecidedOnly

/** The filters of an address; what it does not say is off. */
export const readFilters = (params: URLSearchParams): Filters => ({
  query: params.get('q') ?? '',
  isShortOnly: params.has('short'),
  isUndecidedOnly: params.has('undecided'),
})

/** The query of the address that shows the same rows and columns; with an id, that item of them. */
export const toQuery = ({ query, isShortOnly, isUndecidedOnly }: Filters, item?: string | null) =>
  new URLSearchParams({
    ...(query && { q: query }),
    ...(isShortOnly && { short: '1' }),
    ...(isUndecidedOnly && { undecided: '1' }),
    ...(item && { item }),
  }).toString()

/** Less of the item is there than is asked for. */
export const isShort = (index: BoardIndex, item: BoardItem): boolean =>
  savedTotals(index, item).short > 0

/** The items of which less is there than is asked for. */
export const shortItems = (index: BoardIndex): BoardItem[] =>
  index.items.filter((item) => isShort(index, item))

/** `lines` are those that the filters keep. */
export type Shown = { items: BoardItem[]; clubs: BoardClub[]; lines: BoardLine[] }

/**
 * The rows and columns that the filters leave, without empty ones. A search leaves the items of that name, and the clubs of that name with all
 * they asked. Drafts change nothing here: a row stays while it is decided.
 */
export function filterBoard(index: BoardIndex, filters: Filters): Shown {
  const { isShortOnly, isUndecidedOnly } = filters
  const isFound = createSearch(filters.query)
  /** By kept row, whether its name is found. */
  const rows = new Map(
    (isShortOnly ? shortItems(index) : index.items).map((i) => [i._id, isFound(i.itemName)]),
  )
  // A word that names items shows them with all their clubs; only a word that names no item hides other columns.
  const isKept = (line: BoardLine, isClubFound: boolean) =>
    rows.has(line.item_id) &&
    (!isUndecidedOnly || isUndecided(line)) &&
    (isClubFound || rows.get(line.item_id))
  const lines: BoardLine[] = []
  const clubs = index.clubs.filter((club) => {
    const isClubFound = isFound(club.clubName)
    const kept = club.lines.filter((line) => isKept(line, isClubFound))
    lines.push(...kept)
    return kept.length > 0
  })
  const items = new Set(lines.map(({ item_id }) => item_id))
  return { items: index.items.filter(({ _id }) => items.has(_id)), clubs, lines }
}

/** Counts the rows that each filter would leave, with the other filters as they are: items that are short, and undecided lines without a draft. */
export function countLeft(
  index: BoardIndex,
  filters: Filters,
  drafts: LineDrafts,
): Record<'isShortOnly' | 'isUndecidedOnly', number> {
  const { lines } = filterBoard(index, { ...filters, isUndecidedOnly: true })
  return {
    isShortOnly: filterBoard(index, { ...filters, isShortOnly: true }).items.length,
    isUndecidedOnly: lines.filter(({ _id }) => !drafts[_id]).length,
  }
}

/** Whether a line's cell is one of those that the filters show. */
export function cellsShown(
  { columnAt }: { columnAt: ReadonlyMap<string, number> },
  isUndecidedOnly: boolean,
): (line: BoardLine, clubId: string) => boolean {
  return (line, clubId) => columnAt.has(clubId) && (!isUndecidedOnly || isUndecided(line))
}
