/**
 * What a club knows of its lines: what it did itself, and what a mail said. A line stores what its club knows only while the club would see
 * something else; the next mail about the order says what is different.
 */
import type { Line } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import { HELD_FIELDS } from '#src/contract/records.ts'
import { type Announceable, asSeenByClub } from './announced.ts'

/** The values of a line that mails are about. */
export type SeenLine = Pick<Line, (typeof SEEN_FIELDS)[number]>
export const SEEN_FIELDS = ['ordered_quantity', 'delivered_quantity', ...HELD_FIELDS] as const

/** What a club knows of a line: its values, that it was deleted, or nothing, because others added it. */
export type Known = SeenLine | 'deleted' | 'nothing'

/** The values of a line as its club sees them. */
export const seenOf = (
  line: Announceable & Pick<Line, 'ordered_quantity' | 'delivered_quantity'>,
): SeenLine => pick(asSeenByClub(line), SEEN_FIELDS)

/** The values of a line without a decision. */
export const undecided = (ordered: number): SeenLine => ({
  ordered_quantity: ordered,
  delivered_quantity: 0,
  allotted_quantity: 0,
  status: 'Pending',
  remarks: '',
})

const isSame = (a: SeenLine, b: SeenLine): boolean =>
  SEEN_FIELDS.every((field) => a[field] === b[field])

/** What the club knows after it has changed a line: what it knew before, with its change. */
function withOwnChange(known: Known, before: SeenLine | null, after: SeenLine): SeenLine {
  if (before === null) return after
  const base = typeof known === 'string' ? undecided(after.ordered_quantity) : known
  const changed = SEEN_FIELDS.filter((field) => before[field] !== after[field])
  return { ...base, ...pick(after, changed) }
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
