/**
 * What a club knows of its lines: what it did itself, and what a mail said. A line stores what its club knows only while the club would see
 * something else; the next mail about the order says what is different.
 */
import type { Line } from '#src/contract/line.ts'
import { type Announceable, asShown } from './announced.ts'

/** The values of a line that mails are about. */
export type SeenLine = Pick<Line, 'ordered' | 'allotted' | 'status' | 'remarks'>

/** What a club knows of a line: its values, that it was deleted, or nothing, because others added it. */
export type Known = SeenLine | 'deleted' | 'nothing'

/** The values of a line as its club sees them. */
export function seenOf(line: Announceable & Pick<Line, 'ordered'>): SeenLine {
  const { ordered, allotted, status, remarks } = asShown(line)
  return { ordered, allotted, status, remarks }
}

/** The values of a line without a decision. */
export const undecided = (ordered: number): SeenLine => ({
  ordered,
  allotted: 0,
  status: 'Pending',
  remarks: '',
})

const isSame = (a: SeenLine, b: SeenLine): boolean =>
  a.ordered === b.ordered &&
  a.allotted === b.allotted &&
  a.status === b.status &&
  a.remarks === b.remarks

/** What the club knows after it has changed a line: what it knew before, with its change. */
function withOwnChange(known: Known, before: SeenLine | null, after: SeenLine): SeenLine {
  if (before === null) return after
  const base = typeof known === 'string' ? undecided(after.ordered) : known
  return {
    ordered: before.ordered === after.ordered ? base.ordered : after.ordered,
    allotted: before.allotted === after.allotted ? base.allotted : after.allotted,
    status: before.status === after.status ? base.status : after.status,
    remarks: before.remarks === after.remarks ? base.remarks : after.remarks,
  }
}

/**
 * What a line stores as known to its club after a change; `null` if the club knows what it sees. `before` and `after` are what the club sees,
 * `null` while there is no such line. A new line starts with `known: 'nothing'`. `isOwn`: the club made the change.
 */
export function knownAfter(
  { known, before }: { known: Known | null; before: SeenLine | null },
  after: SeenLine | null,
  isOwn: boolean,
): Known | null {
  const base = known ?? before ?? 'deleted'
  if (after === null) return isOwn || typeof base === 'string' ? null : base
  const now = isOwn ? withOwnChange(base, before, after) : base
  return typeof now !== 'string' && isSame(now, after) ? null : now
}
