/** The contents of a mail about an order: what others changed in it since the club knew it last. */
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import type { NewEntry } from './entries.ts'
import { type Known, type SeenLine, undecided } from './known.ts'

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
  clubName: string
  at: number
  since: Since | null
  lines: DigestLine[]
  /** The message of the newest announcement that had one. */
  message?: string
}

/** A line that is not as its club knows it. `seen` is what the club sees; of a deleted line, what it saw last. */
export type ChangedLine = Pick<DigestLine, 'lineId' | 'itemName' | 'reason'> & {
  known: Known
  seen: SeenLine
  isDeleted: boolean
}

const pairOf = <T>(before: T, after: T): Pair<T> | null =>
  before === after ? null : [before, after]

/** What a restored line is now. */
function presentOf({
  allotted_quantity: allotted,
  status,
  remarks,
}: SeenLine): Pick<DigestLine, 'given' | 'status' | 'remarks'> {
  return {
    given: [allotted, allotted],
    status: status === 'Pending' ? null : [status, status],
    remarks: remarks === '' ? null : [remarks, remarks],
  }
}

function toDigestLine({
  lineId,
  itemName,
  reason,
  known,
  seen,
  isDeleted,
}: ChangedLine): DigestLine | null {
  const line = { lineId, itemName, reason }
  const asked: Pair<number> = [seen.ordered_quantity, seen.ordered_quantity]
  if (isDeleted) {
    if (typeof known === 'string') return null
    const status = pairOf(known.status, seen.status)
    const remarks = pairOf(known.remarks, seen.remarks)
    const given: Pair<number> = [known.allotted_quantity, seen.allotted_quantity]
    return { ...line, what: 'deleted', asked, given, status, remarks }
  }
  if (known === 'deleted') return { ...line, what: 'restored', asked, ...presentOf(seen) }
  const before = known === 'nothing' ? undecided(seen.ordered_quantity) : known
  return {
    ...line,
    what: known === 'nothing' ? 'added' : 'changed',
    asked: [known === 'nothing' ? 0 : before.ordered_quantity, seen.ordered_quantity],
    given: [before.allotted_quantity, seen.allotted_quantity],
    status: pairOf(before.status, seen.status),
    remarks: pairOf(before.remarks, seen.remarks),
  }
}

/** A decision or an announcement that a club may read. */
export type Said = Pick<NewEntry, 'lineId' | 'reason' | 'changes'> & { undoes: string | null }
export const SAID_KINDS = ['line_decided', 'announced'] as const

/** The newest note of each line. What was taken back took its note with it. */
function notesOf(said: readonly Said[]): Map<string | null, string> {
  const notes = new Map<string | null, string>()
  for (const { lineId, reason, undoes } of said)
    if (reason !== '' || undoes !== null) notes.set(lineId, reason)
  return notes
}

/** The mail about these lines, in list order; `null` if it would be empty. `said`: since the mail before, oldest first. */
export function toDigest(
  mail: Omit<Digest, 'lines'>,
  changed: readonly ChangedLine[],
  said: readonly Said[],
): Digest | null {
  const notes = notesOf(said)
  const lines = changed.flatMap((one) => {
    const line = toDigestLine(one)
    const note = one.isDeleted ? '' : notes.get(one.lineId)
    return line ? { ...line, ...(note && { note }) } : []
  })
  if (lines.length === 0) return null
  const newest = said.findLast(({ changes }) => changes.message)?.changes.message
  return { ...mail, lines: inListOrder(lines), ...(newest && { message: String(newest[1]) }) }
}

/**
 * The clubs that need a mail after one call with these entries, and the time from which `DIGEST_MINUTES` counts: that of the call, or 0 for an
 * announcement, whose mail is due at once.
 */
export function clubsToMail({
  by,
  at,
  entries,
}: {
  by: string | null
  at: number
  entries: readonly Pick<NewEntry, 'kind' | 'accountId' | 'lineId' | 'told'>[]
}): Map<string, number> {
  const clubs = new Map<string, number>()
  for (const { kind, accountId, lineId, told } of entries) {
    if (accountId === null || lineId === null || accountId === by) continue
    // The end of an edition is no news of an order, and no line of it is left to tell of.
    if (kind === 'edition_ended') continue
    const isHidden = kind === 'line_decided' && told !== null && Object.keys(told).length === 0
    if (!isHidden) clubs.set(accountId, kind === 'announced' ? 0 : (clubs.get(accountId) ?? at))
  }
  return clubs
}

/** When the mail about changes since `changedAt` is due; 0 stands for an announcement. */
export const dueAfter = (changedAt: number, delayMs: number): number =>
  changedAt === 0 ? 0 : changedAt + delayMs
