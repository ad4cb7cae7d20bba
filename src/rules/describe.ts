/** The words of the history: one sentence for each entry. Pages and mails show the same ones. */
import {
  type EntryBy,
  type EntryKind,
  type FieldValue,
  type HistoryEntry,
  KINDS,
  type Sign,
} from '#src/contract/history.ts'
import { isRole, type Role, ROLE_WORDS } from '#src/contract/statuses.ts'
import { isolated } from './isolated.ts'
import { grouped } from './number-text.ts'
import { clockText, dayText } from './day-text.ts'

/** The reader: "You" stands for their own name, and `now` decides which times are today. */
export type Reader = { id: string; access: Role; now: Date }

/** A piece of a sentence: words, a number, a name that leads somewhere, or a name alone. */
export type Part =
  | string
  | { number: number }
  | { club: string; id: string }
  | { item: string; id: string | null }
  | { name: string }

type Counts = readonly { count: number; word: string }[]

/** The numbers beside a sentence: those after the change, or those before and after it. */
export type Result = { given: number; asked: number } | { was: number; is: number } | Counts

/** An entry or a whole change in words. */
export type Sentence = {
  /** Comes first; `null` for what nobody did. */
  who: string | null
  parts: Part[]
  /** The remark or the reason that came with it. */
  remark?: string | undefined
  /** Why it was decided so. */
  note?: string | undefined
  result?: Result | null | undefined
  /** The status of a line or of an item, if it changed. */
  status?: string | undefined
  sign?: Sign | undefined
}

/** A sentence without who comes first in it. */
export type Words = Omit<Sentence, 'who'>

/** A text with its numbers and names as parts of their own: say`gave ${club} ${2} more ${item}`. */
export function say(
  texts: TemplateStringsArray,
  ...pieces: readonly (Part | number | readonly Part[])[]
): Part[] {
  const parts: Part[] = []
  for (const piece of texts.flatMap((text, at) => [text, pieces[at] ?? ''].flat())) {
    const last = parts.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') parts.splice(-1, 1, last + piece)
    else if (piece !== '') parts.push(typeof piece === 'number' ? { number: piece } : piece)
  }
  return parts
}

const named = (name: string): Part & object => ({ name })

export const toClub = ({ club }: HistoryEntry): Part =>
  club ? { club: club.clubName, id: club.user_id } : 'a club'
export const toItem = ({ item, line }: HistoryEntry): Part => {
  const itemName = (item ?? line)?.itemName
  return itemName === undefined ? 'an item' : { item: itemName, id: item?._id ?? null }
}
export const askedOf = ({ line }: HistoryEntry): number => line?.ordered_quantity ?? 0

const changeOf = (entry: HistoryEntry, field: string) =>
  entry.changes?.find((change) => change.field === field)

const numberOf = (value: FieldValue | undefined) => (typeof value === 'number' ? value : 0)
const textOf = (value: FieldValue | undefined) => (typeof value === 'string' ? value : '')

/** A number before and after an entry; `null` if it did not change. */
export function numbersOf(entry: HistoryEntry, field: string): { was: number; is: number } | null {
  const change = changeOf(entry, field)
  return change ? { was: numberOf(change.before), is: numberOf(change.after) } : null
}

/** How much a number grew by an entry; `null` if it did not change. */
export function gainOf(entry: HistoryEntry, field: string): number | null {
  const numbers = numbersOf(entry, field)
  return numbers && numbers.is - numbers.was
}

/** A text after an entry; `undefined` if it did not change. */
export function newText(entry: HistoryEntry, field: string): string | undefined {
  const change = changeOf(entry, field)
  return change && textOf(change.after)
}

/** "You", a name, or "The department" for a reader who may not know the name; `null` for nobody. */
export function nameOf(by: EntryBy | null, reader: Reader): string | null {
  if (by === null) return null
  if (by.id === reader.id) return 'You'
  if (by.access === 'tool') return reader.access === 'user' ? 'The department' : 'The server'
  return by.name ?? 'The department'
}

/** Who acted; an administrator also reads the club as which they did. */
export function actorOf({ by, club }: HistoryEntry, reader: Reader): string | null {
  const name = nameOf(by, reader)
  const isAsClub = reader.access !== 'user' && by?.club !== undefined && by.club === club?.user_id
  return isAsClub && name !== null ? `${club.clubName} (${name})` : name
}

/** `{given} of {asked}` after an entry; `null` if it gave nothing and took nothing. */
export function givenAfter(entry: HistoryEntry): Result | null {
  const given = numbersOf(entry, 'allotted_quantity')
  return given && { given: given.is, asked: askedOf(entry) }
}

export const count = (value: number, word: string): Counts => [{ count: value, word }]

/** Whether somebody else than the club added to its order. An entry does not say whether ordering was off then. */
export const isForClub = ({ by, club }: HistoryEntry): boolean =>
  by !== null && by.club !== club?.user_id

const forClub = (entry: HistoryEntry): Part[] =>
  isForClub(entry) ? say` for ${toClub(entry)}` : []

export const isOrder = ({ kind }: HistoryEntry): boolean =>
  kind === 'line_ordered' || kind === 'line_raised'

export function orderedWords(entry: HistoryEntry): Words {
  const asked = numbersOf(entry, 'ordered_quantity') ?? { was: 0, is: askedOf(entry) }
  const verb = entry.kind === 'line_raised' ? 'asked for' : 'ordered'
  const more = entry.kind === 'line_raised' ? ' more' : ''
  return {
    parts: say`${verb} ${asked.is - asked.was}${more} ${toItem(entry)}${forClub(entry)}`,
    result: count(asked.is, 'asked'),
  }
}

function correctedWords(entry: HistoryEntry): Words {
  const asked = numbersOf(entry, 'ordered_quantity')
  const of = say`${toItem(entry)}${forClub(entry)}`
  if (!asked) return { parts: say`changed the link of ${of}` }
  const back = -(entry.units ?? 0)
  return {
    parts: say`asked for ${asked.is} ${of} instead of ${asked.was}`,
    result: back > 0 ? count(back, 'put back') : null,
  }
}

/** The words of a decision. With `to`, those for the history of its line, below the names of item and club. */
function decisionWords(entry: HistoryEntry, to?: string): Part[] {
  const [club, item] = [toClub(entry), toItem(entry)]
  const isStory = to !== undefined
  const units = entry.units ?? 0
  const remark = newText(entry, 'remarks')
  if (units > 0) {
    const more = numbersOf(entry, 'allotted_quantity')?.was ? ' more' : ''
    return isStory ? say`gave ${to}${units}${more}.` : say`gave ${club} ${units}${more} ${item}`
  }
  if (units < 0)
    return isStory ? say`took ${-units} back.` : say`took ${-units} ${item} back from ${club}`
  const about = (word: string) => (isStory ? say`.` : say` ${word} ${item} for ${club}`)
  if (newText(entry, 'status') !== undefined || remark === undefined)
    return say`changed the status${about('of')}`
  return say`${remark === '' ? 'removed the remark' : 'wrote a remark'}${about('on')}`
}

/** How many units an entry handed over; below zero for the undo of a hand-over. */
export const handedUnits = (entry: HistoryEntry): number => gainOf(entry, 'delivered_quantity') ?? 0

/** `3 handed over`: how many of the line, after a hand-over. */
const handedAfter = (entry: HistoryEntry): Result =>
  count(numbersOf(entry, 'delivered_quantity')?.is ?? 0, 'handed over')

/** The words for how many things went to whom; `of` names the things. */
const handedWords = (entry: HistoryEntry, of: readonly Part[] = []): Part[] => {
  const units = handedUnits(entry)
  const to = named(entry.to ?? 'somebody')
  return say`${units < 0 ? 'undid handing' : 'handed'} ${Math.abs(units)}${of} to ${to}`
}

function editedWords(entry: HistoryEntry): Words | Part[] {
  const item = toItem(entry)
  const result = numbersOf(entry, 'itemQuantity')
  const renamed = changeOf(entry, 'itemName')
  if (renamed) {
    const now = { item: textOf(renamed.after), id: entry.item?._id ?? null }
    return { parts: say`renamed ${named(textOf(renamed.before))} to ${now}`, result }
  }
  if (result) return { parts: say`changed how many ${item} are on the shelf`, result }
  const status = newText(entry, 'itemStatus')
  if (status !== undefined)
    return status === 'enabled'
      ? say`enabled ${item}: clubs can order it`
      : say`disabled ${item}: clubs cannot order it`
  const [place, unit] = [newText(entry, 'place'), newText(entry, 'unit')]
  if (place !== undefined)
    return place ? say`moved ${item} to ${named(place)}` : say`removed the place of ${item}`
  return unit
    ? say`changed the unit of ${item} to ${named(unit)}`
    : say`removed the unit of ${item}`
}

function notedWords(entry: HistoryEntry): Words {
  const item = toItem(entry)
  const status = newText(entry, 'itemOrderedStatus')
  const remark = newText(entry, 'itemRemark')
  if (status !== undefined) return { parts: say`changed the status of ${item}`, status, remark }
  return { parts: say`${remark ? 'wrote a' : 'removed the'} remark on ${item}`, remark }
}

/** `announced 34 decisions to 9 clubs.`; `noun` stands between the numbers. */
const countAnnounced = (entries: readonly HistoryEntry[], noun: string): Part[] => {
  const clubs = new Set(entries.map(({ club }) => club?.user_id)).size
  return say`announced ${entries.length}${noun} to ${clubs} ${clubs === 1 ? 'club' : 'clubs'}.`
}

export const announcedWords = (entries: readonly HistoryEntry[]): Words => ({
  parts: countAnnounced(entries, entries.length === 1 ? ' decision' : ' decisions'),
  remark: entries[0]?.message,
})

/** `announced` are the entries of the same call, with which clubs saw what was held back. */
export function heldWords(entry: HistoryEntry, announced: readonly HistoryEntry[] = []): Part[] {
  if (changeOf(entry, 'decisionsHeld')?.after === true) return say`started to hold decisions back.`
  const rest = announced.length > 0 ? say` and ${countAnnounced(announced, '')}` : '.'
  return say`stopped holding decisions back${rest}`
}

function turnedWords(entry: HistoryEntry): Words {
  const isClosed = changeOf(entry, 'isConfirmDisabled')?.after === true
  if (entry.by) return { parts: say`switched ordering ${isClosed ? 'off' : 'on'}.` }
  const ordering = named(`Ordering ${isClosed ? 'closed' : 'opened'} by itself`)
  return { parts: say`${ordering}, at the time that was set.`, sign: 'clock' }
}

/** The times are in the time zone of the reader. */
function windowWords(entry: HistoryEntry): Words {
  const [opens, closes] = [newText(entry, 'opensAt'), newText(entry, 'closesAt')]
  if (!opens && !closes) return { parts: say`took the ordering times away.` }
  const at = (text: string) => {
    const time = new Date(text)
    return `${dayText(time, new Date(entry.at))}, ${clockText(time)}`
  }
  const times = [opens && `opens ${at(opens)}`, closes && `closes ${at(closes)}`].filter(Boolean)
  const remark = newText(entry, 'message')
  return { parts: say`set the ordering times: ${times.join(', ')}.`, remark }
}

function pickupWords(entry: HistoryEntry): Words {
  const screen = changeOf(entry, 'pickupScreen')
  const did = screen?.after === true ? 'made a new address for' : 'ended the address of'
  if (screen) return { parts: say`${did} the screen in the store room.` }
  const remark = newText(entry, 'pickup')
  const parts = remark ? say`set the pick-up words.` : say`took the pick-up words away.`
  return { parts, remark }
}

/** People make their own account, and the change that a mailed code makes. */
function accountWords(entry: HistoryEntry): Part[] {
  const person = named(entry.person?.name ?? 'somebody')
  const isOwn = entry.by === null || entry.by.id === entry.person?.id
  const words = (parts: Part[], asTool: string): Part[] =>
    entry.by?.access === 'tool' ? say`${person} ${asTool}, on the server.` : say`${parts}.`
  if (entry.kind === 'account_made')
    return words(isOwn ? say`registered` : say`made the account of ${person}`, 'was registered')
  const access = newText(entry, 'access')
  if (access !== undefined && isRole(access)) {
    const role = ROLE_WORDS[access]
    return words(say`made ${person} ${role}`, `was made ${role}`)
  }
  if (newText(entry, 'clubName'))
    return words(say`moved ${person} to ${toClub(entry)}`, 'was moved to another club')
  const disabled = changeOf(entry, 'disabled')
  if (disabled?.after === true) return words(say`closed the account of ${person}`, 'was closed')
  if (disabled) return words(say`opened the account of ${person} again`, 'was opened again')
  const own = (what: string) => (isOwn ? say`their ${what}` : say`the ${what} of ${person}`)
  if (changeOf(entry, 'mobile') && entry.changes?.length === 1)
    return words(say`changed ${own('phone number')}`, 'got a new phone number')
  return changeOf(entry, 'password')
    ? words(say`set a new password for ${own('account')}`, 'got a new password')
    : words(say`changed ${own('account')}`, 'was changed')
}

/** A text before and after an entry, as names. */
const namesOf = (entry: HistoryEntry, field: string) => {
  const { before, after } = changeOf(entry, field) ?? {}
  return { was: { name: textOf(before) }, is: { name: textOf(after) } }
}

/** The end of an edition, of which it moved a line's units, or taking that back. */
export function endedWords(entry: HistoryEntry): Words {
  const [club, item, units] = [toClub(entry), toItem(entry), entry.units ?? 0]
  const { was, is } = namesOf(entry, 'edition')
  const isBack = entry.undoes !== undefined
  if (entry.line === undefined) {
    const parts = isBack ? say`took the end of ${is} back.` : say`ended ${was} and began ${is}.`
    return { parts, sign: 'switch' }
  }
  if (units < 0) return { parts: say`put ${-units} ${item} of ${club} back on the shelf` }
  if (units > 0) return { parts: say`gave ${club} ${units} ${item} again` }
  return isBack
    ? { parts: say`counted ${item} of ${club} as before` }
    : { parts: say`counted all ${item} of ${club} as handed over` }
}

function peopleWords(entry: HistoryEntry): Part[] {
  const club = toClub(entry)
  const mode = newText(entry, 'registration')
  if (mode !== undefined)
    return say`let new clubs ${mode === 'approval' ? 'wait for approval' : 'order at once'}.`
  if (changeOf(entry, 'invitation')) {
    const to = entry.club ? club : 'the administrators'
    const { was, is } = namesOf(entry, 'invitation')
    return is.name === ''
      ? say`ended the invitation of ${was} to ${to}.`
      : say`invited ${is} to ${to}.`
  }
  if (!changeOf(entry, 'clubName')) return say`approved ${club}.`
  const { was } = namesOf(entry, 'clubName')
  return newText(entry, 'clubState') === undefined
    ? say`renamed ${was} to ${club}.`
    : say`approved ${club} and renamed it from ${was}.`
}

/** A club withdraws its own line; the department deletes it. */
const removedWord = ({ by }: HistoryEntry): string => (by?.club ? 'withdrew' : 'deleted')

/** The words of each kind; the note of an entry, and the sign of its kind, stand beside them. */
const WORDS: Record<EntryKind, (entry: HistoryEntry) => Words | Part[]> = {
  line_ordered: orderedWords,
  line_raised: orderedWords,
  line_corrected: correctedWords,
  line_decided: (entry) => ({
    parts: decisionWords(entry),
    result: givenAfter(entry),
    status: newText(entry, 'status'),
    remark: newText(entry, 'remarks'),
  }),
  line_deleted: (entry) => ({
    parts: say`${removedWord(entry)} ${askedOf(entry)} ${toItem(entry)} from the order of ${toClub(entry)}`,
    result: count(-(entry.units ?? 0), 'put back'),
    remark: entry.reason,
  }),
  line_restored: (entry) => ({
    parts: say`brought ${askedOf(entry)} ${toItem(entry)} back into the order of ${toClub(entry)}`,
    result: givenAfter(entry) ?? { given: 0, asked: askedOf(entry) },
  }),
  handed_over: (entry) => ({
    parts: handedWords(entry, say` ${toItem(entry)} of ${toClub(entry)}`),
    result: handedAfter(entry),
    status: newText(entry, 'status'),
  }),
  item_added: (entry) => ({
    parts: say`added ${toItem(entry)}`,
    result: count(numbersOf(entry, 'itemQuantity')?.is ?? 0, 'on the shelf'),
  }),
  item_edited: editedWords,
  item_noted: notedWords,
  ordering_turned: turnedWords,
  window_set: windowWords,
  hold_set: (entry) => heldWords(entry),
  pickup_set: pickupWords,
  announced: (entry) => announcedWords([entry]),
  account_made: accountWords,
  account_changed: accountWords,
  edition_ended: endedWords,
  edition_renamed: (entry) => {
    const { was, is } = namesOf(entry, 'edition')
    return say`renamed ${was} to ${is}.`
  },
  club_changed: peopleWords,
  invitation_changed: peopleWords,
  registration_set: peopleWords,
}

/** Who comes first in the sentence of an entry; `null` if its words name nobody. */
function personOf(entry: HistoryEntry, reader: Reader): string | null {
  const { kind, by, person } = entry
  if (kind !== 'account_made' && kind !== 'account_changed') return actorOf(entry, reader)
  if (by?.access === 'tool') return null
  return by === null ? (person?.name ?? null) : nameOf(by, reader)
}

/** One entry in words: who did what, and the number that was true after it. */
export function describe(entry: HistoryEntry, reader: Reader): Sentence {
  const words = WORDS[entry.kind](entry)
  return {
    who: personOf(entry, reader),
    note: entry.note,
    sign: KINDS[entry.kind].sign,
    ...(Array.isArray(words) ? { parts: words } : words),
  }
}

/** What the end of an edition did to a line. */
function endedParts({ undoes, units = 0 }: HistoryEntry): Part[] {
  if (undoes !== undefined) return say`took the end of the edition back.`
  const rest = units < 0 ? say`${-units} went back to the shelf` : 'all counts as handed over'
  return say`ended the edition: ${rest}.`
}

/**
 * One entry in the history of a line, below the names of its club and item. A club reads the names of its people, and "The department" for
 * everybody else.
 */
export function describeInStory(entry: HistoryEntry, reader: Reader): Sentence {
  const { kind, by } = entry
  const asked = numbersOf(entry, 'ordered_quantity')
  const isClub = reader.access === 'user'
  const isOwn = by?.club !== undefined
  const isOfOrder = asked !== null && isOrder(entry)
  const isOfClub = isOwn && (isOfOrder || kind === 'line_corrected' || kind === 'line_deleted')

  function storyParts(): Part[] {
    if (isOfOrder) {
      const { was, is } = asked
      if (isClub && !isOwn) return say`added ${is - was} for you.`
      return was === 0 ? say`ordered ${is}.` : say`asked for ${is - was} more: ${is} in all.`
    }
    if (kind === 'line_corrected')
      return asked ? say`asked for ${asked.is} instead of ${asked.was}.` : say`changed the link.`
    if (kind === 'line_deleted') return say`${removedWord(entry)} this line.`
    if (kind === 'line_restored') return say`brought this line back.`
    if (kind === 'edition_ended') return endedParts(entry)
    if (kind === 'handed_over') return say`${handedWords(entry)}.`
    if (kind === 'announced' && !isClub) return say`announced it.`
    return decisionWords(entry, isClub ? 'you ' : '')
  }
  const given = kind === 'handed_over' ? handedAfter(entry) : givenAfter(entry)
  return {
    who: isClub && !isOfClub ? 'The department' : nameOf(by, reader),
    parts: storyParts(),
    result: isOfOrder ? null : given,
    status: newText(entry, 'status'),
    remark: entry.reason ?? newText(entry, 'remarks'),
    note: entry.note,
  }
}

const partText = (part: Part): string => {
  if (typeof part === 'string') return part
  if ('number' in part) return grouped(part.number)
  if ('club' in part) return isolated(part.club)
  return isolated('item' in part ? part.item : part.name)
}

/** `5 of 8`, `31 given, 4 put back`, `2 to 20`. */
export function resultText(result: Result): string {
  if ('given' in result) return `${grouped(result.given)} of ${grouped(result.asked)}`
  if ('was' in result) return `${grouped(result.was)} to ${grouped(result.is)}`
  return result.map((each) => `${grouped(each.count)} ${each.word}`).join(', ')
}

/** A sentence as plain text, without the number and the status beside it. */
export const sentenceText = ({ who, parts }: Pick<Sentence, 'who' | 'parts'>): string =>
  [...(who === null ? [] : [isolated(who)]), parts.map(partText).join('')].join(' ')
