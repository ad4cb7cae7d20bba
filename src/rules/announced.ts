/** Decisions that are held back: what a club sees of a line until they are announced. */
import type { Line } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import {
  type AnnouncedLine,
  HELD_FIELDS,
  type HeldBack,
  type OrderLine,
} from '#src/contract/records.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { toWireLine } from '#src/contract/wire.ts'
import { counted, grouped } from './number-text.ts'
import { type CountedLine, countOrder } from './order-counts.ts'
import { statusAfterOrder } from './place.ts'

/** The part of a line that can be held back, and what its club sees instead. */
export type Announceable = AnnouncedLine & Pick<Line, 'announced'>

/** The line as its club sees it: as announced last. Everything that a club receives of a line goes through here. */
export const asSeenByClub = <L extends Announceable>(line: L): L =>
  line.announced ? { ...line, ...pick(line.announced, HELD_FIELDS), announced: null } : line

/** How many units of a club's lines it sees as ready. */
export const readyForClub = (lines: readonly (CountedLine & Announceable)[]): number =>
  countOrder(lines.map(asSeenByClub)).ready

/** A line in the answers and live frames for its club. */
export const toClubLine = (line: Line): OrderLine => toWireLine(asSeenByClub(line))

/** Whether a club reads the same in both. */
export const isSameToClub = (a: AnnouncedLine, b: AnnouncedLine): boolean =>
  HELD_FIELDS.every((field) => a[field] === b[field])

/** How many units its club sees of a deleted line that kept `left`: at most what it saw before, because more may be held back. */
export const seenOfDeleted = (line: Announceable, left: number): number =>
  Math.min(asSeenByClub(line).allotted_quantity, left)

/** `announced` of a line with the values `after`, of which its club sees `seen`: `null` if the club sees all of it. */
const announcedOf = (seen: AnnouncedLine, after: AnnouncedLine, note = ''): HeldBack | null =>
  isSameToClub(seen, after) ? null : { ...pick(seen, HELD_FIELDS), ...(note !== '' && { note }) }

type Handed = Pick<Line, 'delivered_quantity' | 'status'>

/** Whether things changed hands, or were said to. The club was there, so nothing of the line stays held back. */
const changedHands = (line: Handed, after: Handed): boolean =>
  after.delivered_quantity !== line.delivered_quantity ||
  (after.status === 'Delivered' && line.status !== 'Delivered')

/**
 * `announced` of a line after a decision; `null` if decisions are not held back, or things changed hands. `note` is the newest one to announce.
 */
export const announcedAfter = (
  line: Announceable & Handed,
  after: AnnouncedLine & Handed,
  isHeld: boolean,
  note = '',
): HeldBack | null =>
  isHeld && !changedHands(line, after) ? announcedOf(asSeenByClub(line), after, note) : null

/**
 * `announced` after a club asked for another number. A smaller number lowers what the club sees as given. A larger one makes the status that it
 * sees Pending again. Both as with the real values.
 */
export function announcedAfterAsking(
  { announced, ordered_quantity: was }: Announceable & Pick<Line, 'ordered_quantity'>,
  after: AnnouncedLine & Pick<Line, 'ordered_quantity'>,
): HeldBack | null {
  if (!announced) return null
  const { ordered_quantity: is } = after
  const seen = { ...announced }
  if (is < was) seen.allotted_quantity = Math.min(seen.allotted_quantity, is)
  if (is > was) seen.status = statusAfterOrder(seen.status)
  return announcedOf(seen, after, announced.note)
}

/** `Announced 34 decisions to 9 clubs.` */
export const announcedText = ({ lines, clubs }: { lines: number; clubs: number }): string =>
  `Announced ${counted(lines, 'decision')} to ${counted(clubs, 'club')}.`

/** What a club reads of a change of a line: `given 2 to 5, Pending to Ready for Pickup`. */
export function changeText(before: AnnouncedLine, after: AnnouncedLine): string {
  const { allotted_quantity: was, status, remarks } = before
  const { allotted_quantity: is } = after
  return [
    was === is ? '' : `given ${grouped(was)} to ${grouped(is)}`,
    status === after.status ? '' : `${lineStatusLabel(status)} to ${lineStatusLabel(after.status)}`,
    remarks === after.remarks ? '' : after.remarks === '' ? 'remark removed' : 'new remark',
  ]
    .filter((words) => words !== '')
    .join(', ')
}

/** The mark of a line with a decision that is held back: `held back, club sees 2, Pending`. Names only values that differ. */
export function heldText(line: AnnouncedLine, announced: AnnouncedLine): string {
  const seen = [
    announced.allotted_quantity === line.allotted_quantity
      ? ''
      : grouped(announced.allotted_quantity),
    announced.status === line.status ? '' : lineStatusLabel(announced.status),
  ].filter((words) => words !== '')
  return seen.length > 0 ? `held back, club sees ${seen.join(', ')}` : 'held back'
}
