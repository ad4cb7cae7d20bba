import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { share, type ShareMethod } from '#src/rules/share.ts'
import { isServed } from '#src/rules/short.ts'
import type { CellId, Note } from '#client/portal/board/board-store.ts'
import { draftedOf, type LineDrafts, typeUnits } from './line-drafts.ts'
import { nothingText } from './bulk.ts'
import { type BoardIndex, rowOf } from './index-board.ts'
import { totalsOf } from './totals.ts'

type Nobody = { line: BoardLine; clubId: string }

type Among = {
  index: BoardIndex
  drafts: LineDrafts
  keptBack: number
  /** Whether a club's line takes part; left out: all do. The others keep what they have. */
  isIncluded?: (line: BoardLine, clubId: string) => boolean
}

/**
 * Shares out items, each for itself: the typed units of the lines that take part are replaced. `keptBack` stays on the shelf of each.
 */
export function shareItems(
  method: ShareMethod,
  items: readonly BoardItem[],
  { index, drafts, keptBack, isIncluded = () => true }: Among,
) {
  const sum = { available: 0, shared: 0, keptBack: 0, missing: 0 }
  const clubs = new Set<string>()
  const wanting = new Set<string>()
  const losses: CellId[] = []
  const nothing: Nobody[] = []
  const ready = new Map<string, number>()
  const given = new Map<BoardLine, number>()
  for (const { _id, itemQuantity } of items) {
    const row = [...rowOf(index, _id)].filter(([clubId, line]) => isIncluded(line, clubId))
    const lines = row.map(([, line]) => line)
    const result = share(method, lines, { onShelf: itemQuantity, keptBack })
    sum.available += result.available
    sum.shared += result.shared
    sum.keptBack += result.keptBack
    sum.missing += result.wanted - result.shared
    for (const [clubId, line] of row) {
      const units = result.given.get(line._id)
      if (units === undefined) continue
      if (units > line.delivered_quantity) clubs.add(clubId)
      if (line.ordered_quantity > line.delivered_quantity) wanting.add(clubId)
      if (units === 0) nothing.push({ line, clubId })
      const waiting = line.allotted_quantity - line.delivered_quantity
      if (line.status === 'Ready' && waiting > 0)
        ready.set(clubId, (ready.get(clubId) ?? 0) + waiting)
      if (units < line.allotted_quantity) losses.push({ itemId: _id, clubId })
      given.set(line, units)
    }
  }
  return {
    ...sum,
    drafts: typeUnits(drafts, given),
    /** Clubs that get units beyond what was delivered to them, and clubs that want some. */
    clubs: clubs.size,
    wanting: wanting.size,
    /** Where a club gets less of an item than is saved for it. */
    losses,
    /** Lines that get nothing of what is shared out. */
    nothing,
    /** Things that are ready, by the club that waits for them: they take part. */
    ready,
  }
}

export type Sharing = ReturnType<typeof shareItems>

/** Gives all that is still wanted of these items, and takes nothing from anybody. `left` is below 0 where the shelves have too little for it. */
export function giveAll(
  items: readonly BoardItem[],
  { index, drafts }: { index: BoardIndex; drafts: LineDrafts },
): { drafts: LineDrafts; units: number; left: number } {
  const given = new Map<BoardLine, number>()
  let units = 0
  for (const { _id } of items)
    for (const line of rowOf(index, _id).values()) {
      const now = draftedOf(line, drafts[line._id])
      if (!isServed(now) || now.given >= line.ordered_quantity) continue
      given.set(line, line.ordered_quantity)
      units += line.ordered_quantity - now.given
    }
  const { left } = totalsOf(index, items, drafts)
  return { drafts: typeUnits(drafts, given), units, left: left - units }
}

export const SHARE_LABELS: Record<ShareMethod, { label: string; how: string }> = {
  asked: {
    label: 'Oldest first',
    how: 'All that the oldest order asked, then the next, until nothing is left.',
  },
  proportion: {
    label: 'In proportion',
    how: 'Each club about the same part of what it asked, the older order first where that is even.',
  },
  equal: { label: 'Equally', how: 'Each club about the same number.' },
  back: { label: 'Take all back', how: 'Down to what was delivered.' },
}

/** What sharing did: "18 of 25 shared among 7 clubs, 2 left on the shelf. 5 still missing." */
export function sharedText(sharing: Sharing): string {
  const { shared, available, keptBack, missing, clubs } = sharing
  const rest = available - shared - keptBack
  const among = clubs > 0 ? ` among ${counted(clubs, 'club')}` : ''
  const kept = keptBack > 0 ? `, ${grouped(keptBack)} left on the shelf` : ''
  return [
    `${grouped(shared)} of ${grouped(available)} shared${among}${kept}.`,
    ...(missing > 0 ? [`${grouped(missing)} still missing.`] : []),
    ...(rest > 0 ? [`${grouped(rest)} ${rest === 1 ? 'is' : 'are'} left.`] : []),
  ].join(' ')
}

/** The same on a small screen, where the numbers beside the clubs say the rest: "18 shared, 5 missing". */
export function sharedShortly({ shared, available, keptBack, missing }: Sharing): string {
  const left = available - shared - keptBack
  return [
    `${grouped(shared)} shared`,
    ...(keptBack > 0 ? [`${grouped(keptBack)} left on the shelf`] : []),
    ...(missing > 0 ? [`${grouped(missing)} missing`] : []),
    ...(left > 0 ? [`${grouped(left)} left`] : []),
  ].join(', ')
}

/** The rule in words, for the record: "In proportion: 22 for 44 asked by 12 clubs." */
export const ruleText = (method: ShareMethod, { shared, missing, wanting }: Sharing): string =>
  `${SHARE_LABELS[method].label}: ${grouped(shared)} for ${grouped(shared + missing)} asked by ${counted(wanting, 'club')}.`

/** The note after a sharing. The words of earlier sharings in the same drafts stay while there is room. */
export function noteWith(note: Note | null, title: string, rule: string): Note {
  const before = (note?.title === title ? note.before : note?.text) ?? ''
  const both = before === '' ? rule : `${before} ${title}: ${rule}`
  return { title, text: both.length <= limits.noteLength ? both : before, before }
}

/** "2 lines get nothing: Drama Club, Music Club." or "18 lines of 11 clubs get nothing." */
export function nobodyText(
  nothing: readonly Nobody[],
  { clubById }: Pick<BoardIndex, 'clubById'>,
): string {
  const clubs = new Set(nothing.map(({ clubId }) => clubId))
  const lines = nothing.length
  if (lines > 2) return `${grouped(lines)} lines of ${counted(clubs.size, 'club')} get nothing.`
  const names = [...clubs].map((id) => clubById.get(id)?.clubName ?? '')
  return `${nothingText(lines)}: ${names.join(', ')}.`
}

const MOST_NAMED = 5

/** "6 things are ready and may be taken: Drama Club 4, Music Club 2." */
export function readyText(
  ready: ReadonlyMap<string, number>,
  { clubById }: Pick<BoardIndex, 'clubById'>,
): string {
  const things = [...ready.values()].reduce((sum, units) => sum + units, 0)
  const clubs = [...ready].map(
    ([id, units]) => `${clubById.get(id)?.clubName ?? ''} ${grouped(units)}`,
  )
  const rest = clubs.splice(MOST_NAMED).length
  const more = rest > 0 ? ` and ${counted(rest, 'more club')}` : ''
  return `${counted(things, 'thing')} ${things === 1 ? 'is' : 'are'} ready and may be taken: ${clubs.join(', ')}${more}.`
}

/** Tells which clubs lose by sharing: "Drama Club gets less than before.", or "3 clubs get less than before." */
export function lossText(losses: readonly CellId[], { clubs }: Pick<BoardIndex, 'clubs'>): string {
  const ids = new Set(losses.map(({ clubId }) => clubId))
  if (ids.size > 1) return `${counted(ids.size, 'club')} get less than before.`
  const one = clubs.find(({ user_id }) => ids.has(user_id))
  return `${one?.clubName ?? counted(1, 'club')} gets less than before.`
}
