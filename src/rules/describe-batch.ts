/** The words of everything that one call changed, and of the history of one line. */
import type { HistoryEntry } from '#src/contract/history.ts'
import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { batchTime } from './batch-time.ts'
import { whenText } from './day-text.ts'
import { counted } from './number-text.ts'
import {
  askedOf,
  count,
  describe,
  handedUnits,
  isForClub,
  isOrder,
  actorOf,
  newText,
  orderedWords,
  type Part,
  type Reader,
  type Result,
  type Sentence,
  announcedWords,
  endedWords,
  gainOf,
  heldWords,
  say,
  toClub,
  toItem,
  numbersOf,
  type Words,
} from './describe.ts'

type Batch = readonly [HistoryEntry, ...HistoryEntry[]]

const sum = (entries: Batch, read: (entry: HistoryEntry) => number) =>
  entries.reduce((total, entry) => total + read(entry), 0)

/** The distinct clubs of a batch. */
export const clubsOf = (entries: readonly HistoryEntry[]): number =>
  new Set(entries.map(({ club }) => club?.user_id)).size

const numbered = (value: number, noun: string): Part[] =>
  say`${value} ${value === 1 ? noun : `${noun}s`}`

/** ` for Drama Club`, ` for 6 clubs`. */
function forClubs(entries: Batch): Part[] {
  const clubs = clubsOf(entries)
  return say` for ${clubs === 1 ? toClub(entries[0]) : numbered(clubs, 'club')}`
}

const unlessNone = (value: number, word: string) => (value > 0 ? count(value, word) : [])

/** `31 given`, `9 put back`, or both; `null` if no unit moved. */
function movedIn(entries: Batch): Result | null {
  const given = sum(entries, ({ units = 0 }) => Math.max(0, units))
  const back = sum(entries, ({ units = 0 }) => Math.max(0, -units))
  const moved = [...unlessNone(given, 'given'), ...unlessNone(back, 'put back')]
  return moved.length > 0 ? moved : null
}

const isOfLine = ({ line }: HistoryEntry) => line !== undefined

/** "deletion" for lines that were deleted, "hand-over" for those handed over, "decision" for other lines, "change" for items. */
function nounOf(entries: readonly HistoryEntry[]): string {
  if (!entries.every(isOfLine)) return 'change'
  if (entries.every(({ kind }) => kind === 'line_deleted')) return 'deletion'
  return entries.every(({ kind }) => kind === 'handed_over') ? 'hand-over' : 'decision'
}

/** `14 decisions`, `1 change`. */
export const countedIn = (entries: readonly HistoryEntry[]): string =>
  counted(entries.length, nounOf(entries))

const BECAME: Record<LineStatus, string> = {
  '': 'without a status',
  Pending: 'pending',
  Ready: 'ready',
  Delivered: 'delivered',
  Rejected: 'rejected',
  [ONLINE_RETAILER]: 'ordered online',
}

/** `15 lines ready`, `3 remarks`; `2 decisions` where they differ. */
function decidedParts(entries: Batch): Part[] {
  const statuses = new Set(entries.map((entry) => newText(entry, 'status')))
  const [status] = statuses
  if (statuses.size === 1 && status !== undefined)
    return say`${entries.length} lines ${BECAME[status as LineStatus]}`
  const areRemarks = entries.every(({ changes }) =>
    changes?.every(({ field }) => field === 'remarks'),
  )
  return say`${entries.length} ${areRemarks ? 'remarks' : 'decisions'}`
}

function undoingWords(entries: Batch, undone: string, { now }: Reader): Words {
  const [first] = entries
  const isItem = !isOfLine(first)
  const ofOne = entries.length === 1 ? say` of ${toItem(first)}` : []
  const what = say`${numbered(entries.length, nounOf(entries))}${isItem ? ofOne : forClubs(entries)}`
  return {
    parts: say`undid ${what}, made ${whenText(new Date(batchTime(undone)), now)}`,
    result: isItem ? numbersOf(first, 'itemQuantity') : movedIn(entries),
  }
}

/** An order, with what it gave at once. */
function orderWords(orders: Batch, entries: Batch): Words {
  const [first] = orders
  const given = sum(entries, ({ units = 0 }) => units)
  const withGiven = (asked: number) => [...count(asked, 'asked'), ...unlessNone(given, 'given')]
  if (orders.length === 1) {
    const asked = numbersOf(first, 'ordered_quantity')?.is ?? askedOf(first)
    return { ...orderedWords(first), result: withGiven(asked) }
  }
  return {
    parts: say`ordered ${numbered(orders.length, 'item')}${isForClub(first) ? forClubs(orders) : []}`,
    result: withGiven(sum(orders, (entry) => gainOf(entry, 'ordered_quantity') ?? 0)),
  }
}

const isAccountChange = ({ kind }: HistoryEntry) => kind === 'account_changed'

/** The entry about people that its change brought others along with, such as the invitations that ended. */
function leadOf(entries: Batch): HistoryEntry | undefined {
  const made = entries.find(({ kind }) => kind === 'account_made' || kind === 'club_changed')
  if (made) return made
  const accounts = entries.filter(isAccountChange)
  if (accounts.length > 0) return accounts.length === 1 ? accounts[0] : undefined
  return entries.findLast(({ kind }) => kind === 'invitation_changed')
}

function wordsOfMany(entries: Batch): Words {
  const [first] = entries
  const number = entries.length
  const announced = entries.filter(({ kind }) => kind === 'announced')
  const held = entries.find(({ kind }) => kind === 'hold_set')
  if (held) return { parts: heldWords(held, announced), sign: 'switch' }
  if (announced.length === number) return { ...announcedWords(announced), sign: 'switch' }
  const edition = entries.find(({ kind, line }) => kind === 'edition_ended' && line === undefined)
  // A page may hold a part of it only, so that sums over its entries say nothing.
  if (edition) return endedWords(edition)
  const [order, ...orders] = entries.filter(isOrder)
  if (order) return orderWords([order, ...orders], entries)
  const [kind, another] = new Set(entries.map((entry) => entry.kind))
  const [club, items] = [toClub(first), numbered(number, 'item')]
  const asked = say`${items}, ${numbered(sum(entries, askedOf), 'piece')}`
  const units = sum(entries, (entry) => entry.units ?? 0)
  if (!another && kind === 'line_deleted')
    return {
      parts: say`deleted the order of ${club}: ${asked}`,
      result: count(-units, 'put back'),
      remark: first.reason,
    }
  if (!another && kind === 'line_restored')
    return {
      parts: say`brought back the order of ${club}: ${asked}`,
      result: count(units, 'given'),
    }
  if (!another && kind === 'handed_over') {
    const things = numbered(sum(entries, handedUnits), 'thing')
    return { parts: say`handed ${things} of ${club} to ${{ name: first.to ?? 'somebody' }}` }
  }
  if (entries.every(isOfLine))
    return {
      parts: say`${decidedParts(entries)}${forClubs(entries)}`,
      result: movedIn(entries),
      note: first.note,
    }
  const accounts = entries.filter(isAccountChange).length
  if (accounts > 0) return { parts: say`changed ${numbered(accounts, 'account')}` }
  const added = entries.filter((entry) => entry.kind === 'item_added').length
  if (added === 0) return { parts: say`changed ${items}` }
  const others = added < number ? say` and changed ${number - added}` : []
  return { parts: say`added ${numbered(added, 'item')}${others}` }
}

/**
 * A whole change in one row: "14 decisions for 6 clubs". A change with one entry has the sentence of that entry. An undo has the word "undid",
 * except where deleted lines or an edition came back.
 */
export function describeBatch(entries: Batch, reader: Reader): Sentence {
  const [first] = entries
  const isNamed = first.kind === 'line_restored' || first.kind === 'edition_ended'
  const undone = isNamed ? undefined : first.undoes
  const lead = entries.length === 1 ? first : leadOf(entries)
  if (undone === undefined && lead) return describe(lead, reader)
  const words = undone === undefined ? wordsOfMany(entries) : undoingWords(entries, undone, reader)
  return { who: actorOf(first, reader), ...words }
}

/** One entry of a change that is opened: `Drama Club: 2 Gaffer Tape`. The row of the change names the person. */
export function describeInBatch(entry: HistoryEntry, reader: Reader): Sentence {
  const sentence = describe(entry, reader)
  if (!isOfLine(entry)) return { ...sentence, who: null }
  const isOfOrder = isOrder(entry)
  const unitsOf = { line_decided: entry.units ?? 0, handed_over: handedUnits(entry) }
  const units = Math.abs(unitsOf[entry.kind as keyof typeof unitsOf] ?? askedOf(entry))
  const number = (isOfOrder ? gainOf(entry, 'ordered_quantity') : null) ?? units
  const amount = number === 0 ? [] : say`${number} `
  return {
    ...sentence,
    who: null,
    parts: say`${isOfOrder ? [] : say`${toClub(entry)}: `}${amount}${toItem(entry)}`,
    result: isOfOrder ? null : sentence.result,
    // The row of the change has the reason and the note.
    remark: entry.kind === 'line_deleted' ? undefined : sentence.remark,
    note: undefined,
  }
}
