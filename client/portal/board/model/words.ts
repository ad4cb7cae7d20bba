import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { shortDateText } from '#src/rules/day-text.ts'
import { heldText } from '#src/rules/announced.ts'
import { grouped } from '#src/rules/number-text.ts'
import type { Column } from '#client/portal/board/board-store.ts'
import { conflictsOf, draftedOf, type LineDraft } from './line-drafts.ts'
import type { ItemTotals } from './totals.ts'

/** Says how much of what was asked needs no unit of the shelf: "40 rejected, 20 online". Empty if nothing. */
export function asideText({ aside, online }: Pick<ItemTotals, 'aside' | 'online'>): string {
  const rejected = aside - online
  return [
    ...(rejected > 0 ? [`${grouped(rejected)} rejected`] : []),
    ...(online > 0 ? [`${grouped(online)} online`] : []),
  ].join(', ')
}

/** The day of an order: "27 Nov". */
export const orderedOn = ({ ordered_at: at }: BoardLine): string =>
  shortDateText(new Date(at), new Date())

type CellFacts = {
  club: Pick<Column, 'name'>
  item: Pick<BoardItem, 'itemName'>
  line: BoardLine | undefined
  draft: LineDraft | undefined
  /** On the shelf over all drafts. */
  left: number
  /** What it was before somebody else changed it just now. */
  was?: number | undefined
  /** Typed or pasted text that was not taken. */
  notTaken?: string | undefined
}

/** What a screen reader says of a cell: "Drama Club, Brush Round 4: 3 of 5 given, 2 on the shelf". */
export function nameOfCell(facts: CellFacts): string {
  const { club, item, line, draft, left, was, notTaken } = facts
  const place = `${club.name}, ${item.itemName}:`
  const wrong = notTaken === undefined ? '' : `, “${notTaken}” was not taken`
  if (!line) return `${place} nothing asked${wrong}`
  const asked = grouped(line.ordered_quantity)
  const saved = grouped(line.allotted_quantity)
  const mine = draft?.given?.mine
  const { status } = draftedOf(line, draft)
  const over = left < 0 && mine !== undefined && mine > line.allotted_quantity
  return [
    mine === undefined
      ? `${place} ${saved} of ${asked} given`
      : `${place} ${grouped(mine)} of ${asked}, not saved, was ${saved}`,
    over ? `${grouped(-left)} more than there are` : `${grouped(Math.max(0, left))} on the shelf`,
    ...(status === '' || status === 'Pending' ? [] : [lineStatusLabel(status)]),
    ...(line.announced ? [heldText(line, line.announced)] : []),
    ...(was === undefined ? [] : [`changed from ${grouped(was)} just now`]),
    ...(conflictsOf(line, draft).some(({ field }) => field === 'given')
      ? [`someone else saved ${saved}`]
      : []),
  ]
    .join(', ')
    .concat(wrong)
}
