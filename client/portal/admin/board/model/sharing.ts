import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { share, type ShareMethod } from '#src/rules/share.ts'
import { type Drafts, typeUnits } from './drafts.ts'
import { type BoardIndex, rowOf } from './index-board.ts'

export type Sharing = {
  drafts: Drafts
  available: number
  shared: number
  keptBack: number
  missing: number
  clubs: number
}

/**
 * Shares out items, each for itself: the typed units of these items are replaced. `keptBack` stays on the shelf of each.
 */
export function shareItems(
  method: ShareMethod,
  items: readonly BoardItem[],
  { index, drafts, keptBack }: { index: BoardIndex; drafts: Drafts; keptBack: number },
): Sharing {
  const sum: Sharing = { drafts, available: 0, shared: 0, keptBack: 0, missing: 0, clubs: 0 }
  const clubs = new Set<string>()
  const given = new Map<BoardLine, number>()
  for (const { _id, itemQuantity } of items) {
    const row = rowOf(index, _id)
    const result = share(method, [...row.values()], { onShelf: itemQuantity, keptBack })
    sum.available += result.available
    sum.shared += result.shared
    sum.keptBack += result.keptBack
    sum.missing += result.wanted - result.shared
    for (const [clubId, line] of row) {
      const units = result.given.get(line._id)
      if (units === undefined) continue
      clubs.add(clubId)
      given.set(line, units)
    }
  }
  return { ...sum, drafts: typeUnits(drafts, given), clubs: clubs.size }
}

export const SHARE_LABELS: Record<ShareMethod, { label: string; how: string }> = {
  asked: { label: 'As asked', how: 'The oldest order first, until nothing is left.' },
  proportion: {
    label: 'In proportion',
    how: 'Each club about the same part of what it asked, the older order first where that is even.',
  },
  equal: { label: 'Equally', how: 'Each club about the same number.' },
  back: { label: 'Take all back', how: 'Down to what was delivered.' },
}

/** What sharing did: "18 of 25 shared among 7 clubs, 2 kept back. 5 still missing." */
export function sharedText({ shared, available, keptBack, missing, clubs }: Sharing): string {
  const kept = keptBack > 0 ? `, ${grouped(keptBack)} kept back` : ''
  const lacking = missing > 0 ? ` ${grouped(missing)} still missing.` : ''
  const rest = available - shared - keptBack
  const left = rest > 0 ? ` ${grouped(rest)} ${rest === 1 ? 'is' : 'are'} left.` : ''
  const among = `${grouped(clubs)} ${clubs === 1 ? 'club' : 'clubs'}`
  return `${grouped(shared)} of ${grouped(available)} shared among ${among}${kept}.${lacking}${left}`
}
