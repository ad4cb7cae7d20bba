/** What a mail tells a club: what others changed in its order since the club knew it last. */
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import type { NewEntry } from './entries.ts'
import { type Known, type SeenLine, undecided } from './known.ts'

/** A value before and after. */
type Turn<T> = readonly [before: T, after: T]

/**
 * What changed in one line. `null`: the value is what it was. Of a restored line both values of a pair are the present one, and `null` is that of
 * a line that nobody has decided on.
 */
export type DigestLine = {
  lineId: string
  itemName: string
  /** `added`: the department ordered it for the club. */
  what: 'changed' | 'added' | 'deleted' | 'restored'
  /** How many units the club asks for; both values are equal if that did not change. */
  asked: Turn<number>
  given: Turn<number> | null
  status: Turn<LineStatus> | null
  remarks: Turn<string> | null
  /** Why the line was deleted; `""` if no reason was given, or the line is there. */
  reason: string
}

/** When the club last knew all of its order: by a mail, or because it ordered. */
export type Since = { at: number; what: 'mail' | 'order' }

/** What one mail tells. `at` is when it was written. `since` is null if nobody knows from when on it tells. */
export type Digest = { clubName: string; at: number; since: Since | null; lines: DigestLine[] }

/** A line of which its club knows something else than it sees. `seen` is what the club sees; of a deleted line, what it saw last. */
export type ChangedLine = Pick<DigestLine, 'lineId' | 'itemName' | 'reason'> & {
  known: Known
  seen: SeenLine
  isDeleted: boolean
}

const turnOf = <T>(before: T, after: T): Turn<T> | null =>
  before === after ? null : [before, after]

/** What a restored line is now. */
function presentOf({
  allotted,
  status,
  remarks,
}: SeenLine): Pick<DigestLine, 'given' | 'status' | 'remarks'> {
  return {
    given: allotted === 0 ? null : [allotted, allotted],
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
  const asked: Turn<number> = [seen.ordered, seen.ordered]
  if (isDeleted) {
    if (typeof known === 'string') return null
    const status = turnOf(known.status, seen.status)
    const remarks = turnOf(known.remarks, seen.remarks)
    // What it had been given went back to the shelf.
    return { ...line, what: 'deleted', asked, given: null, status, remarks }
  }
  if (known === 'deleted') return { ...line, what: 'restored', asked, ...presentOf(seen) }
  const before = known === 'nothing' ? undecided(seen.ordered) : known
  return {
    ...line,
    what: known === 'nothing' ? 'added' : 'changed',
    asked: [known === 'nothing' ? 0 : before.ordered, seen.ordered],
    given: turnOf(before.allotted, seen.allotted),
    status: turnOf(before.status, seen.status),
    remarks: turnOf(before.remarks, seen.remarks),
  }
}

/** What a mail tells, or `null` if it would tell nothing. */
export function toDigest(
  mail: Omit<Digest, 'lines'>,
  changed: readonly ChangedLine[],
): Digest | null {
  const lines = digestLines(changed)
  return lines.length > 0 ? { ...mail, lines } : null
}

/** What a mail tells of the lines of which a club knows something else than it sees, in list order. */
const digestLines = (lines: readonly ChangedLine[]): DigestLine[] =>
  inListOrder(lines.flatMap((line) => toDigestLine(line) ?? []))

/**
 * The clubs that read something new in the entries of one call, and the time from which their mail counts: the call's, or 0 for what is
 * announced, because that is told at once.
 */
export function newsOf({
  by,
  at,
  entries,
}: {
  by: string | null
  at: number
  entries: readonly Pick<NewEntry, 'kind' | 'accountId' | 'lineId' | 'told'>[]
}): Map<string, number> {
  const news = new Map<string, number>()
  for (const { kind, accountId, lineId, told } of entries) {
    if (accountId === null || lineId === null || accountId === by) continue
    const isHidden = kind === 'line_decided' && told !== null && Object.keys(told).length === 0
    if (!isHidden) news.set(accountId, kind === 'announced' ? 0 : (news.get(accountId) ?? at))
  }
  return news
}

/** When a mail is due whose news began at `changedAt`: what is announced is told at once. */
export const dueAfter = (changedAt: number, delayMs: number): number =>
  changedAt === 0 ? 0 : changedAt + delayMs
