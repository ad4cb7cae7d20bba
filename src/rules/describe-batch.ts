/** The words of everything that one call changed, and of the history of one line. */
import type { HistoryEntry } from '#src/contract/history.ts'
import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { batchTime } from './batch-time.ts'
import { whenText } from './day-text.ts'
import { grouped } from './number-text.ts'
import {
  askedOf,
  count,
  counts,
  decisionWords,
  describe,
  givenAfter,
  handedAfter,
  handedUnits,
  isForClub,
  actorOf,
  nameOf,
  newText,
  type Part,
  type Reader,
  type Result,
  type Sentence,
  announcedWords,
  endedWords,
  heldWords,
  toClub,
  toItem,
  toSentence,
  numbersOf,
} from './describe.ts'

type Batch = readonly [HistoryEntry, ...HistoryEntry[]]

const sum = (entries: Batch, read: (entry: HistoryEntry) => number) =>
  entries.reduce((total, entry) => total + read(entry), 0)

/** The distinct clubs of a batch. */
export const clubsOf = (entries: readonly HistoryEntry[]): number =>
  new Set(entries.map(({ club }) => club?.user_id)).size

const counted = (value: number, one: string, many: string): Part[] => [
  { number: value },
  ` ${value === 1 ? one : many}`,
]

/** ` for Drama Club`, ` for 6 clubs`. */
const forClubs = (entries: Batch): Part[] => {
  const clubs = clubsOf(entries)
  return [' for ', ...(clubs === 1 ? [toClub(entries[0])] : counted(clubs, 'club', 'clubs'))]
}

/** `31 given`, `9 put back`, or both; `null` if no unit moved. */
function movedIn(entries: Batch): Result | null {
  const given = sum(entries, ({ units = 0 }) => Math.max(0, units))
  const back = sum(entries, ({ units = 0 }) => Math.max(0, -units))
  const moved = [
    ...(given > 0 ? [{ count: given, word: 'given' }] : []),
    ...(back > 0 ? [{ count: back, word: 'put back' }] : []),
  ]
  return moved.length > 0 ? counts(...moved) : null
}

const isOfLine = ({ line }: HistoryEntry) => line !== undefined

/** "deletions" for lines that were deleted, "hand-overs" for those handed over, "decisions" for other lines, "changes" for items. */
export function nounOf(entries: readonly HistoryEntry[]): readonly [one: string, many: string] {
  if (!entries.every(isOfLine)) return ['change', 'changes']
  if (entries.every(({ kind }) => kind === 'line_deleted')) return ['deletion', 'deletions']
  return entries.every(({ kind }) => kind === 'handed_over')
    ? ['hand-over', 'hand-overs']
    : ['decision', 'decisions']
}

/** `14 decisions`, `1 change`. */
export function countedIn(entries: readonly HistoryEntry[]): string {
  const [one, many] = nounOf(entries)
  return `${grouped(entries.length)} ${entries.length === 1 ? one : many}`
}

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
  const number = { number: entries.length }
  if (statuses.size === 1 && status !== undefined && status !== null)
    return [number, ` lines ${BECAME[status as LineStatus]}`]
  const areRemarks = entries.every(({ changes }) =>
    changes?.every(({ field }) => field === 'remarks'),
  )
  return [number, areRemarks ? ' remarks' : ' decisions']
}

function describeUndoing(entries: Batch, undone: string, reader: Reader): Sentence {
  const [first] = entries
  const [one, many] = nounOf(entries)
  const isItem = !isOfLine(first)
  const of: Part[] = isItem && entries.length === 1 ? [' of ', toItem(first)] : []
  const made = `, made ${whenText(new Date(batchTime(undone)), reader.now)}`
  const shelf = numbersOf(first, 'itemQuantity')
  return toSentence(actorOf(first, reader), {
    parts: [
      'undid ',
      ...counted(entries.length, one, many),
      ...(isItem ? of : forClubs(entries)),
      made,
    ],
    result: isItem ? shelf && { kind: 'changed', ...shelf } : movedIn(entries),
  })
}

const isOrder = ({ kind }: HistoryEntry) => kind === 'line_ordered' || kind === 'line_raised'

/** An order, with what it gave at once. */
function describeOrder(orders: Batch, entries: Batch, reader: Reader): Sentence {
  const [first] = orders
  const given = sum(entries, ({ units = 0 }) => units)
  const beside = given > 0 ? [{ count: given, word: 'given' }] : []
  if (orders.length === 1) {
    const asked = numbersOf(first, 'ordered_quantity')?.is ?? askedOf(first)
    return {
      ...describe(first, reader),
      result: counts({ count: asked, word: 'asked' }, ...beside),
    }
  }
  const asked = sum(orders, (entry) => {
    const asked = numbersOf(entry, 'ordered_quantity')
    return asked ? asked.is - asked.was : 0
  })
  const forClub: Part[] = isForClub(first) ? forClubs(orders) : []
  return toSentence(actorOf(first, reader), {
    parts: ['ordered ', ...counted(orders.length, 'item', 'items'), ...forClub],
    result: counts({ count: asked, word: 'asked' }, ...beside),
  })
}

function describeMany(entries: Batch, reader: Reader): Sentence {
  const [first] = entries
  const who = actorOf(first, reader)
  const number = entries.length
  const announced = entries.filter(({ kind }) => kind === 'announced')
  const held = entries.find(({ kind }) => kind === 'hold_set')
  if (held) return toSentence(who, heldWords(held, announced))
  if (announced.length === number) return toSentence(who, announcedWords(announced))
  const edition = entries.find(({ kind, line }) => kind === 'edition_ended' && line === undefined)
  // A page may hold a part of it only, so that sums over its entries say nothing.
  if (edition) return toSentence(who, endedWords(edition))
  const items = counted(number, 'item', 'items')
  const pieces = counted(sum(entries, askedOf), 'piece', 'pieces')
  const [order, ...orders] = entries.filter(isOrder)
  if (order) return describeOrder([order, ...orders], entries, reader)
  if (entries.every(({ kind }) => kind === 'line_deleted'))
    return toSentence(who, {
      parts: ['deleted the order of ', toClub(first), ': ', ...items, ', ', ...pieces],
      result: count(-sum(entries, ({ units = 0 }) => units), 'put back'),
      remark: first.reason ?? '',
    })
  if (entries.every(({ kind }) => kind === 'line_restored'))
    return toSentence(who, {
      parts: ['brought back the order of ', toClub(first), ': ', ...items, ', ', ...pieces],
      result: count(
        sum(entries, ({ units = 0 }) => units),
        'given',
      ),
    })
  if (entries.every(({ kind }) => kind === 'handed_over'))
    return toSentence(who, {
      parts: [
        'handed ',
        ...counted(sum(entries, handedUnits), 'thing', 'things'),
        ' of ',
        toClub(first),
        ' to ',
        { name: first.to ?? 'somebody' },
      ],
    })
  if (entries.every(isOfLine))
    return toSentence(who, {
      parts: [...decidedParts(entries), ...forClubs(entries)],
      result: movedIn(entries),
      note: first.note ?? '',
    })
  const added = entries.filter(({ kind }) => kind === 'item_added').length
  if (added === 0) return toSentence(who, { parts: ['changed ', ...items] })
  const parts: Part[] = ['added ', ...counted(added, 'item', 'items')]
  if (added < number) parts.push(' and changed ', { number: number - added })
  return toSentence(who, { parts })
}

/**
 * A whole change in one row: "14 decisions for 6 clubs". A change with one entry has the sentence of that entry. An undo has the word "undid",
 * except where deleted lines or an edition came back.
 */
export function describeBatch(entries: Batch, reader: Reader): Sentence {
  const [first] = entries
  const isNamed = first.kind === 'line_restored' || first.kind === 'edition_ended'
  if (first.undoes !== undefined && !isNamed) return describeUndoing(entries, first.undoes, reader)
  return entries.length === 1 ? describe(first, reader) : describeMany(entries, reader)
}

/** One entry of a change that is opened: `Drama Club: 2 Gaffer Tape`. The row of the change names the person. */
export function describeInBatch(entry: HistoryEntry, reader: Reader): Sentence {
  const sentence = describe(entry, reader)
  if (!isOfLine(entry)) return { ...sentence, who: null }
  const asked = numbersOf(entry, 'ordered_quantity')
  const isOfOrder = isOrder(entry)
  const units =
    entry.kind === 'line_decided'
      ? Math.abs(entry.units ?? 0)
      : entry.kind === 'handed_over'
        ? Math.abs(handedUnits(entry))
        : askedOf(entry)
  const number = isOfOrder && asked ? asked.is - asked.was : units
  const club: Part[] = isOfOrder ? [] : [toClub(entry), ': ']
  const amount: Part[] = number === 0 ? [] : [{ number }, ' ']
  return {
    ...sentence,
    who: null,
    parts: [...club, ...amount, toItem(entry)],
    result: isOfOrder ? null : sentence.result,
    // The row of the change has the reason and the note.
    remark: entry.kind === 'line_deleted' ? '' : sentence.remark,
    note: '',
  }
}

const askedParts = ({ was, is }: { was: number; is: number }): Part[] =>
  was === 0
    ? ['ordered ', { number: is }, '.']
    : ['asked for ', { number: is - was }, ' more: ', { number: is }, ' in all.']

/** What the end of an edition did to a line. */
function endedParts(entry: HistoryEntry): Part[] {
  if (entry.undoes !== undefined) return ['took the end of the edition back.']
  const back = -(entry.units ?? 0)
  const rest: Part[] =
    back > 0 ? [{ number: back }, ' went back to the shelf.'] : ['all counts as handed over.']
  return ['ended the edition: ', ...rest]
}

/**
 * One entry in the history of a line, below the names of its club and item. A club reads the names of its people, and "The department" for
 * everybody else.
 */
export function describeInStory(entry: HistoryEntry, reader: Reader): Sentence {
  const asked = numbersOf(entry, 'ordered_quantity')
  const isClub = reader.access === 'user'
  const isOfOrder = asked !== null && isOrder(entry)
  const isOwn = entry.by?.club !== undefined
  const isCorrected = entry.kind === 'line_corrected'
  const isWithdrawn = entry.kind === 'line_deleted'
  const isHanded = entry.kind === 'handed_over'
  const units = handedUnits(entry)
  const isOfClub = (isOfOrder || isCorrected || isWithdrawn) && isOwn
  const who = isClub && !isOfClub ? 'The department' : nameOf(entry.by, reader)

  function storyParts(): Part[] {
    if (isOfOrder && isClub && !isOwn)
      return ['added ', { number: asked.is - asked.was }, ' for you.']
    if (isOfOrder) return askedParts(asked)
    if (isCorrected)
      return asked
        ? ['asked for ', { number: asked.is }, ' instead of ', { number: asked.was }, '.']
        : ['changed the link.']
    if (isWithdrawn) return [isClub && isOwn ? 'withdrew this line.' : 'deleted this line.']
    if (entry.kind === 'line_restored') return ['brought this line back.']
    if (entry.kind === 'edition_ended') return endedParts(entry)
    if (isHanded)
      return [
        units < 0 ? 'undid handing ' : 'handed ',
        { number: Math.abs(units) },
        ' to ',
        { name: entry.to ?? 'somebody' },
        '.',
      ]
    if (entry.kind === 'announced' && !isClub) return ['announced it.']
    return decisionWords(entry, isClub ? 'you ' : '')
  }
  return toSentence(who, {
    parts: storyParts(),
    result: isOfOrder ? null : isHanded ? handedAfter(entry) : givenAfter(entry),
    status: newText(entry, 'status'),
    remark: entry.reason ?? newText(entry, 'remarks') ?? '',
    note: entry.note ?? '',
  })
}
