/** What a mail tells a club: what others changed in its order since the club knew it last. */
import type { FieldValue } from '#src/contract/history.ts'
import type { Announced } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { LINE_STATUSES, type LineStatus } from '#src/contract/statuses.ts'
import { type NewEntry, shownChanges } from './entries.ts'

/** A value before and after. */
type Turn<T> = readonly [before: T, after: T]

/**
 * What changed in one line. `null`: the value is what it was. Of a restored line both values of a pair are the present one, and `null` is that of
 * a new line: the club may never have known what it was before.
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
  /** Why the line was deleted; `""` if no reason was given. */
  reason: string
}

/** From when on a mail tells: the mail before it, or the order. */
export type Since = { at: number; what: 'mail' | 'order' }

/** What one mail tells. `since` is null if nobody knows from when on. */
export type Digest = { clubName: string; since: Since | null; lines: DigestLine[] }

/** An entry about a line that its club may read. `ordered` is how many units the line asks for now. */
export type ReadableEntry = Pick<NewEntry, 'kind' | 'lineId' | 'changes' | 'told' | 'reason'> & {
  at: number
  by: string | null
  itemName: string | null
  ordered: number | null
}

const toStatus = (value: FieldValue): LineStatus =>
  LINE_STATUSES.find((status) => status === value) ?? ''

/** What happened to a line, as its club knew it before and as it is now. */
function lineOf(lineId: string, entries: readonly ReadableEntry[], accountId: string) {
  const values = new Map<string, Turn<FieldValue>>()
  const [first] = entries
  let isKnown = first?.kind !== 'line_restored' && first?.kind !== 'line_ordered'
  let isThere = true
  let reason = ''
  for (const entry of entries) {
    const isOwn = entry.by === accountId
    // The club knows a line that it ordered itself, also one that somebody had added or restored meanwhile.
    isKnown ||= isOwn
    isThere = entry.kind !== 'line_deleted'
    reason = entry.reason
    for (const [field, [before, after]] of Object.entries(shownChanges(entry)))
      // The club knows what it did itself.
      values.set(field, [isOwn ? after : (values.get(field)?.[0] ?? before), after])
  }
  const turnOf = <T>(field: string, read: (value: FieldValue) => T): Turn<T> | null => {
    const [before, after] = values.get(field) ?? []
    return before === undefined || after === undefined || before === after
      ? null
      : [read(before), read(after)]
  }
  const ordered = first?.ordered ?? 0
  const line = {
    lineId,
    itemName: first?.itemName ?? '',
    asked: turnOf('ordered', Number) ?? ([ordered, ordered] as const),
    given: turnOf('allotted', Number),
    status: turnOf('status', toStatus),
    remarks: turnOf('remarks', String),
    reason,
  }
  return { isKnown, isThere, isRestored: first?.kind === 'line_restored', line }
}

/** What a restored line is now. */
function presentOf(line: Announced): Pick<DigestLine, 'given' | 'status' | 'remarks'> {
  const { allotted, status, remarks } = line
  return {
    given: allotted === 0 ? null : [allotted, allotted],
    status: status === 'Pending' ? null : [status, status],
    remarks: remarks === '' ? null : [remarks, remarks],
  }
}

/**
 * What a mail tells of entries, oldest first: the lines that are not as the club knew them, in list order. `shown` are the lines of the order
 * as the club sees them now, by id; only restored ones are looked up.
 */
export function digestLines(
  entries: readonly ReadableEntry[],
  accountId: string,
  shown: ReadonlyMap<string, Announced>,
): DigestLine[] {
  const byLine = Map.groupBy(entries, ({ lineId }) => lineId ?? '')
  const lines = [...byLine].flatMap(([lineId, of]): DigestLine[] => {
    const { isKnown, isThere, isRestored, line } = lineOf(lineId, of, accountId)
    // What it had been given went back to the shelf.
    if (!isThere) return isKnown ? [{ ...line, what: 'deleted', given: null }] : []
    const { asked, given, status, remarks } = line
    if (isRestored) {
      const present = shown.get(lineId)
      const restored = { ...line, asked: [asked[1], asked[1]] as const, what: 'restored' as const }
      return [{ ...restored, ...(present && presentOf(present)) }]
    }
    if (!isKnown) return [{ ...line, what: 'added' }]
    const isSame = asked[0] === asked[1] && !given && !status && !remarks
    return isSame ? [] : [{ ...line, what: 'changed' }]
  })
  return inListOrder(lines)
}

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
