import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { isServed, shortOf } from '#src/rules/short.ts'
import { conflictsOf, draftedOf, type LineDrafts } from './line-drafts.ts'
import { type BoardIndex, rowOf } from './index-board.ts'

export type ItemTotals = {
  asked: number
  given: number
  /** Left on the shelf over all drafts; below 0 when they want more than there is. */
  left: number
  short: number
  /** Of what was asked, the units that are not given and that no unit of the shelf is kept for: rejected, or ordered online. */
  aside: number
  /** The part of it that is ordered online. */
  online: number
}

/** One item's numbers as they will be when the drafts are saved. `short` counts saved values alone. */
export function totalsOfItem(
  item: Pick<BoardItem, 'itemQuantity'>,
  lines: Iterable<BoardLine>,
  drafts: LineDrafts,
): ItemTotals {
  const all = [...lines]
  let asked = 0
  let given = 0
  let aside = 0
  let online = 0
  let left = item.itemQuantity
  for (const line of all) {
    const now = draftedOf(line, drafts[line._id])
    asked += line.ordered_quantity
    given += now.given
    left -= now.given - line.allotted_quantity
    if (isServed(now)) continue
    const rest = Math.max(0, line.ordered_quantity - now.given)
    aside += rest
    if (now.status === ONLINE_RETAILER) online += rest
  }
  return { asked, given, left, short: shortOf(all, item.itemQuantity), aside, online }
}

const NO_DRAFTS: LineDrafts = {}

/** One item's numbers as they are saved. */
export const savedTotals = (index: Pick<BoardIndex, 'rows'>, item: BoardItem): ItemTotals =>
  totalsOfItem(item, rowOf(index, item._id).values(), NO_DRAFTS)

/** What one club asked of the rows shown, and gets when the drafts are saved. */
export function totalsOfClub(
  lines: readonly BoardLine[],
  isShown: (itemId: string) => boolean,
  drafts: LineDrafts,
): { asked: number; given: number } {
  const shown = lines.filter(({ item_id }) => isShown(item_id))
  return {
    asked: shown.reduce((sum, line) => sum + line.ordered_quantity, 0),
    given: shown.reduce((sum, line) => sum + draftedOf(line, drafts[line._id]).given, 0),
  }
}

/** The sums over several items. */
export function totalsOf(index: BoardIndex, items: readonly BoardItem[], drafts = NO_DRAFTS) {
  const all = items.map((item) => totalsOfItem(item, rowOf(index, item._id).values(), drafts))
  const sum = (key: keyof ItemTotals) => all.reduce((units, totals) => units + totals[key], 0)
  return { asked: sum('asked'), given: sum('given'), left: sum('left'), short: sum('short') }
}

/** Counts for the bar below the board: the changes of a save, and what prevents it. */
export function countChanges(
  index: BoardIndex,
  drafts: LineDrafts,
  shown: { rowAt: ReadonlyMap<string, number>; columnAt: ReadonlyMap<string, number> },
) {
  const placed = Object.keys(drafts).flatMap((id) => index.placed.get(id) ?? [])
  const items = new Set(placed.map(({ item }) => item))
  const over = [...items]
    .map((item) => totalsOf(index, [item], drafts).left)
    .filter((left) => left < 0)
  return {
    lines: placed.length,
    items: items.size,
    clubs: new Set(placed.map(({ club }) => club.user_id)).size,
    /** Items of which the drafts want more than lies on the shelf, and by how many units in all. */
    overItems: over.length,
    overUnits: -over.reduce((sum, units) => sum + units, 0),
    /** Drafts that the filters hide. */
    hidden: placed.filter(
      ({ item, club }) => !(shown.rowAt.has(item._id) && shown.columnAt.has(club.user_id)),
    ).length,
    /** Drafts that wait for a choice between their own value and somebody else's. */
    waiting: placed.filter(({ line }) => conflictsOf(line, drafts[line._id]).length > 0).length,
  }
}
