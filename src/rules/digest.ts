/** The contents of a mail about an order: what others changed in it since the club knew it last. */
import type { ClubId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import type { NewEntry } from './entries.ts'
import { type Known, type SeenLine, seenOf, undecided } from './known.ts'
import { readyForClub } from './announced.ts'
import type { Ordering } from './window.ts'

/** A value before and after. */
type Pair<T> = readonly [before: T, after: T]

/**
 * What changed in one line. Where a pair may be `null`, that stands for a value that did not change; else both values are equal then. A restored
 * line has no value before: both values of its pairs are the present one, and `null` stands for the value of a line without a decision.
 */
export type DigestLine = {
  lineId: string
  itemName: string
  /** `added`: the department ordered it for the club. */
  what: 'changed' | 'added' | 'deleted' | 'restored'
  /** How many units the club asks for. */
  asked: Pair<number>
  given: Pair<number>
  /** How many units were handed over, if that changed. */
  handed?: Pair<number>
  status: Pair<LineStatus> | null
  remarks: Pair<string> | null
  /** Why the line was deleted; `""` if no reason was given, or the line is there. */
  reason: string
  /** Why it was decided so, if that was said. */
  note?: string
}

/** When the club last knew all of its order: by a mail, or because it ordered. */
export type Since = { at: number; what: 'mail' | 'order' }

/** One mail. `at` is when it was written. `since` is `null` if it is not known when the club knew its order last. */
export type Digest = {
  clubId: ClubId
  clubName: string
  at: number
  since: Since | null
  lines: DigestLine[]
  /** How many things are ready for the club, and the pick-up words; absent if none is. */
  ready?: { things: number; pickup: string }
  /** The message of the newest announcement that had one. */
  message?: string
}

/** A line that is not as its club knows it. */
type UntoldLine = Line & { known: Known; deleted: { why: string } | null }

const pairOf = <T>(before: T, after: T): Pair<T> | null =>
  before === after ? null : [before, after]

/** What a restored line is now. */
function presentOf({
  allotted_quantity: allotted,
  delivered_quantity: handed,
  status,
  remarks,
}: SeenLine): Pick<DigestLine, 'given' | 'handed' | 'status' | 'remarks'> {
  return {
    given: [allotted, allotted],
    ...(handed > 0 && { handed: [handed, handed] }),
    status: status === 'Pending' ? null : [status, status],
    remarks: remarks === '' ? null : [remarks, remarks],
  }
}

function toDigestLine(untold: UntoldLine): DigestLine | null {
  const { _id: lineId, itemName, known, deleted } = untold
  const line = { lineId, itemName, reason: deleted?.why ?? '' }
  const isDeleted = deleted !== null
  // Of a deleted line, what its club saw last.
  const seen = seenOf(untold)
  const { ordered_quantity: asked } = seen
  if (isDeleted && typeof known === 'string') return null
  if (known === 'deleted')
    return { ...line, what: 'restored', asked: [asked, asked], ...presentOf(seen) }
  const isAdded = known === 'nothing'
  const before = isAdded ? undecided(asked) : known
  const handed = isDeleted ? null : pairOf(before.delivered_quantity, seen.delivered_quantity)
  return {
    ...line,
    what: isDeleted ? 'deleted' : isAdded ? 'added' : 'changed',
    asked: [isDeleted ? asked : isAdded ? 0 : before.ordered_quantity, asked],
    given: [before.allotted_quantity, seen.allotted_quantity],
    ...(handed && { handed }),
    status: pairOf(before.status, seen.status),
    remarks: pairOf(before.remarks, seen.remarks),
  }
}

/** What is ready for a club with these lines. */
export function readyIn(
  lines: Parameters<typeof readyForClub>[0],
  { pickup }: Pick<Ordering, 'pickup'>,
): Pick<Digest, 'ready'> {
  const things = readyForClub(lines)
  return things > 0 ? { ready: { things, pickup } } : {}
}

/** A decision, a hand-over or an announcement that a club may read. */
export type Said = Pick<NewEntry, 'kind' | 'lineId' | 'reason' | 'changes'> & {
  undoes: string | null
}

/** The newest note of each line. A decision that was taken back took its note with it. */
function notesOf(said: readonly Said[]): Map<string | null, string> {
  const notes = new Map<string | null, string>()
  for (const { kind, lineId, reason, undoes } of said)
    if (reason !== '' || (undoes !== null && kind !== 'handed_over')) notes.set(lineId, reason)
  return notes
}

/** The mail about these lines, in list order; `null` if it would be empty. `said`: since the mail before, oldest first. */
export function toDigest(
  mail: Omit<Digest, 'lines'>,
  untold: readonly UntoldLine[],
  said: readonly Said[],
): Digest | null {
  const notes = notesOf(said)
  const lines = untold.flatMap((one) => {
    const line = toDigestLine(one)
    const note = one.deleted ? '' : notes.get(one._id)
    return line ? { ...line, ...(note && { note }) } : []
  })
  if (lines.length === 0) return null
  const newest = said.findLast(({ changes }) => changes.message)?.changes.message
  return { ...mail, lines: inListOrder(lines), ...(newest && { message: String(newest[1]) }) }
}

/** The mail for a person of the club. Who joined later than the club was told last reads of no earlier mail. */
export const digestFor = (digest: Digest, joinedAt: number | null): Digest =>
  digest.since && (joinedAt ?? 0) > digest.since.at ? { ...digest, since: null } : digest

/** When the mail about an order is due: `delayMs` after the first change, whose time is `changedAt`, or at once after an announcement, which is 0. */
export const mailDueAt = (changedAt: number, delayMs: number): number =>
  changedAt === 0 ? 0 : changedAt + delayMs

/**
 * The clubs that need a mail after one call with these entries, and the time from which `DIGEST_MINUTES` counts: that of the call, or 0 for an
 * announcement, whose mail is due at once. A club needs no mail of what its own people did.
 */
export function clubsToMail(
  asClub: ClubId | null,
  at: number,
  entries: readonly NewEntry[],
): Map<ClubId, number> {
  const clubs = new Map<ClubId, number>()
  for (const { kind, clubId, lineId, told } of entries) {
    if (clubId === null || lineId === null || clubId === asClub) continue
    // The end of an edition is no news of an order, and no line of it is left to tell of.
    if (kind === 'edition_ended') continue
    const isHidden = kind === 'line_decided' && told !== null && Object.keys(told).length === 0
    if (!isHidden) clubs.set(clubId, kind === 'announced' ? 0 : (clubs.get(clubId) ?? at))
  }
  return clubs
}
