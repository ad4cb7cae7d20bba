/** The words of the history: one sentence for each entry. Pages and mails show the same ones. */
import type { EntryBy, FieldValue, HistoryEntry } from '#src/contract/history.ts'
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

/** The numbers beside a sentence: those after the change, or those before and after it. */
export type Result =
  | { kind: 'given'; given: number; asked: number }
  | { kind: 'counts'; counts: { count: number; word: string }[] }
  | { kind: 'changed'; was: number; is: number }

/** An entry or a whole change in words. */
export type Sentence = {
  /** Comes first; `null` for what nobody did. */
  who: string | null
  parts: Part[]
  /** The remark or the reason that came with it. */
  remark: string
  /** Why it was decided so. */
  note: string
  result: Result | null
  /** The status of a line or of an item, if it changed. */
  status: string | null
  /** The sign of a change of ordering or of accounts, which stands across the list. */
  sign: 'switch' | 'clock' | 'person' | null
}

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

/** A text after an entry; `null` if it did not change. */
export function newText(entry: HistoryEntry, field: string): string | null {
  const change = changeOf(entry, field)
  return change ? textOf(change.after) : null
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
  return given && { kind: 'given', given: given.is, asked: askedOf(entry) }
}

export const counts = (...all: { count: number; word: string }[]): Result => ({
  kind: 'counts',
  counts: all,
})
export const count = (value: number, word: string): Result => counts({ count: value, word })

type Words = Partial<Omit<Sentence, 'who' | 'parts'>> & { parts: Part[] }

/** Whether somebody else than the club added to its order. An entry does not say whether ordering was off then. */
export const isForClub = ({ by, club }: HistoryEntry): boolean =>
  by !== null && by.club !== club?.user_id

function orderedWords(entry: HistoryEntry): Words {
  const asked = numbersOf(entry, 'ordered_quantity') ?? { was: 0, is: askedOf(entry) }
  const added = asked.is - asked.was
  const result = count(asked.is, 'asked')
  const item = toItem(entry)
  const forClub: Part[] = isForClub(entry) ? [' for ', toClub(entry)] : []
  if (entry.kind === 'line_raised')
    return { parts: ['asked for ', { number: added }, ' more ', item, ...forClub], result }
  return { parts: ['ordered ', { number: added }, ' ', item, ...forClub], result }
}

function correctedWords(entry: HistoryEntry): Words {
  const asked = numbersOf(entry, 'ordered_quantity')
  const forClub: Part[] = isForClub(entry) ? [' for ', toClub(entry)] : []
  const item = toItem(entry)
  if (!asked) return { parts: ['changed the link of ', item, ...forClub] }
  const back = -(entry.units ?? 0)
  return {
    parts: [
      'asked for ',
      { number: asked.is },
      ' ',
      item,
      ...forClub,
      ' instead of ',
      { number: asked.was },
    ],
    result: back > 0 ? count(back, 'put back') : null,
  }
}

/** The words of a decision. With `to`, those for the history of its line, below the names of item and club. */
export function decisionWords(entry: HistoryEntry, to?: string): Part[] {
  const [club, item] = [toClub(entry), toItem(entry)]
  const isStory = to !== undefined
  const units = entry.units ?? 0
  const remark = newText(entry, 'remarks')
  if (units > 0) {
    const more = numbersOf(entry, 'allotted_quantity')?.was ? ' more' : ''
    return isStory
      ? [`gave ${to}`, { number: units }, `${more}.`]
      : ['gave ', club, ' ', { number: units }, `${more} `, item]
  }
  if (units < 0)
    return [
      'took ',
      { number: -units },
      ...(isStory ? [' back.'] : [' ', item, ' back from ', club]),
    ]
  const about = (word: string): Part[] => (isStory ? ['.'] : [` ${word} `, item, ' for ', club])
  if (newText(entry, 'status') !== null || remark === null)
    return ['changed the status', ...about('of')]
  return [remark === '' ? 'removed the remark' : 'wrote a remark', ...about('on')]
}

/** How many units an entry handed over; below zero for the undo of a hand-over. */
export function handedUnits(entry: HistoryEntry): number {
  const handed = numbersOf(entry, 'delivered_quantity')
  return handed ? handed.is - handed.was : 0
}

/** `3 handed over`: how many of the line, after a hand-over. */
export const handedAfter = (entry: HistoryEntry): Result =>
  count(numbersOf(entry, 'delivered_quantity')?.is ?? 0, 'handed over')

function handedWords(entry: HistoryEntry): Words {
  const units = handedUnits(entry)
  return {
    parts: [
      units < 0 ? 'undid handing ' : 'handed ',
      { number: Math.abs(units) },
      ' ',
      toItem(entry),
      ' of ',
      toClub(entry),
      ' to ',
      { name: entry.to ?? 'somebody' },
    ],
    result: handedAfter(entry),
    status: newText(entry, 'status'),
    note: entry.note ?? '',
  }
}

function editedWords(entry: HistoryEntry): Words {
  const item = toItem(entry)
  const shelf = numbersOf(entry, 'itemQuantity')
  const result: Result | null = shelf && { kind: 'changed', ...shelf }
  const renamed = changeOf(entry, 'itemName')
  if (renamed)
    return {
      parts: [
        'renamed ',
        { name: textOf(renamed.before) },
        ' to ',
        { item: textOf(renamed.after), id: entry.item?._id ?? null },
      ],
      result,
    }
  if (shelf) return { parts: ['changed how many ', item, ' are on the shelf'], result }
  const status = newText(entry, 'itemStatus')
  const place = newText(entry, 'place')
  const unit = newText(entry, 'unit')
  if (status === null && place !== null)
    return {
      parts:
        place === '' ? ['removed the place of ', item] : ['moved ', item, ' to ', { name: place }],
    }
  if (status === null && unit !== null)
    return {
      parts:
        unit === ''
          ? ['removed the unit of ', item]
          : ['changed the unit of ', item, ' to ', { name: unit }],
    }
  return status === 'enabled'
    ? { parts: ['enabled ', item, ': clubs can order it'] }
    : { parts: ['disabled ', item, ': clubs cannot order it'] }
}

function notedWords(entry: HistoryEntry): Words {
  const item = toItem(entry)
  const status = newText(entry, 'itemOrderedStatus')
  const remark = newText(entry, 'itemRemark')
  if (status !== null)
    return { parts: ['changed the status of ', item], status, remark: remark ?? '' }
  return remark === ''
    ? { parts: ['removed the remark on ', item] }
    : { parts: ['wrote a remark on ', item], remark: remark ?? '' }
}

/** `announced 34 decisions to 9 clubs.`; `noun` stands between the numbers. */
const countAnnounced = (entries: readonly HistoryEntry[], noun: string): Part[] => {
  const clubs = new Set(entries.map(({ club }) => club?.user_id)).size
  return [
    'announced ',
    { number: entries.length },
    `${noun} to `,
    { number: clubs },
    clubs === 1 ? ' club' : ' clubs',
    '.',
  ]
}

export const announcedWords = (entries: readonly HistoryEntry[]): Words => ({
  parts: countAnnounced(entries, entries.length === 1 ? ' decision' : ' decisions'),
  remark: entries[0]?.message ?? '',
  sign: 'switch',
})

/** `announced` are the entries of the same call, with which clubs saw what was held back. */
export const heldWords = (entry: HistoryEntry, announced: readonly HistoryEntry[] = []): Words => {
  const sign = 'switch'
  if (changeOf(entry, 'decisionsHeld')?.after === true)
    return { parts: ['started to hold decisions back.'], sign }
  const rest = announced.length > 0 ? [' and ', ...countAnnounced(announced, '')] : ['.']
  return { parts: ['stopped holding decisions back', ...rest], sign }
}

function turnedWords(entry: HistoryEntry): Words {
  const isClosed = changeOf(entry, 'isConfirmDisabled')?.after === true
  if (entry.by) return { parts: [`switched ordering ${isClosed ? 'off' : 'on'}.`], sign: 'switch' }
  const name = `Ordering ${isClosed ? 'closed' : 'opened'} by itself`
  return { parts: [{ name }, ', at the time that was set.'], sign: 'clock' }
}

/** The times are in the time zone of the reader. */
function windowWords(entry: HistoryEntry): Words {
  const [opens, closes] = [newText(entry, 'opensAt'), newText(entry, 'closesAt')]
  if (!opens && !closes) return { parts: ['took the ordering times away.'], sign: 'clock' }
  const at = (text: string) => {
    const time = new Date(text)
    return `${dayText(time, new Date(entry.at))}, ${clockText(time)}`
  }
  const times = [
    ...(opens ? [`opens ${at(opens)}`] : []),
    ...(closes ? [`closes ${at(closes)}`] : []),
  ]
  return {
    parts: [`set the ordering times: ${times.join(', ')}.`],
    remark: newText(entry, 'message') ?? '',
    sign: 'clock',
  }
}

function pickupWords(entry: HistoryEntry): Words {
  const sign = 'switch'
  const screen = changeOf(entry, 'pickupScreen')
  if (screen)
    return {
      parts: [
        screen.after === true
          ? 'made a new address for the screen in the store room.'
          : 'ended the address of the screen in the store room.',
      ],
      sign,
    }
  const words = newText(entry, 'pickup') ?? ''
  return words === ''
    ? { parts: ['took the pick-up words away.'], sign }
    : { parts: ['set the pick-up words.'], remark: words, sign }
}

/** People make their own account, and the change that a mailed code makes. */
function accountWords(entry: HistoryEntry): Words {
  const name = entry.person?.name ?? 'somebody'
  const sign = 'person'
  const isOwn = entry.by === null || entry.by.id === entry.person?.id
  const isTool = entry.by?.access === 'tool'
  const words = (parts: Part[], asTool: string): Words => ({
    parts: isTool ? [{ name }, ` ${asTool}, on the server.`] : parts,
    sign,
  })
  if (entry.kind === 'account_made')
    return words(
      isOwn ? ['registered.'] : ['made the account of ', { name }, '.'],
      'was registered',
    )
  const access = newText(entry, 'access')
  if (access !== null && isRole(access)) {
    const role = ROLE_WORDS[access]
    return words(['made ', { name }, ` ${role}.`], `was made ${role}`)
  }
  const club = newText(entry, 'clubName')
  if (club !== null && club !== '')
    return words(['moved ', { name }, ' to ', toClub(entry), '.'], 'was moved to another club')
  const disabled = changeOf(entry, 'disabled')
  if (disabled?.after === true)
    return words(['closed the account of ', { name }, '.'], 'was closed')
  if (disabled) return words(['opened the account of ', { name }, ' again.'], 'was opened again')
  const owner: Part[] = isOwn ? ['their account'] : ['the account of ', { name }]
  if (changeOf(entry, 'mobile') && entry.changes?.length === 1)
    return words(
      ['changed ', ...(isOwn ? ['their phone number'] : ['the phone number of ', { name }]), '.'],
      'got a new phone number',
    )
  if (changeOf(entry, 'password'))
    return words(['set a new password for ', ...owner, '.'], 'got a new password')
  return words(['changed ', ...owner, '.'], 'was changed')
}

const beforeOf = (entry: HistoryEntry, field: string): string =>
  textOf(changeOf(entry, field)?.before)

/** The end of an edition, of which it moved a line's units, or taking that back. */
export function endedWords(entry: HistoryEntry): Words {
  const [club, item, units] = [toClub(entry), toItem(entry), entry.units ?? 0]
  const names = [beforeOf(entry, 'edition'), newText(entry, 'edition') ?? '']
  const [from = '', to = ''] = names
  if (entry.line === undefined)
    return {
      parts:
        newText(entry, 'leftovers') === null
          ? ['took the end of ', { name: to }, ' back.']
          : ['ended ', { name: from }, ' and began ', { name: to }, '.'],
      sign: 'switch',
    }
  if (units < 0)
    return { parts: ['put ', { number: -units }, ' ', item, ' of ', club, ' back on the shelf'] }
  if (units > 0) return { parts: ['gave ', club, ' ', { number: units }, ' ', item, ' again'] }
  return entry.undoes === undefined
    ? { parts: ['counted all ', item, ' of ', club, ' as handed over'] }
    : { parts: ['counted ', item, ' of ', club, ' as before'] }
}

const renamedWords = (entry: HistoryEntry): Words => ({
  parts: [
    'renamed ',
    { name: beforeOf(entry, 'edition') },
    ' to ',
    { name: newText(entry, 'edition') ?? '' },
    '.',
  ],
  sign: 'switch',
})

function peopleWords(entry: HistoryEntry): Words {
  const sign = 'person'
  const club = toClub(entry)
  const mode = newText(entry, 'registration')
  if (mode !== null)
    return {
      parts: [
        mode === 'approval' ? 'let new clubs wait for approval.' : 'let new clubs order at once.',
      ],
      sign,
    }
  const invited = changeOf(entry, 'invitation')
  if (invited) {
    const to: Part[] = entry.club ? [club] : ['the administrators']
    return textOf(invited.after) === ''
      ? {
          parts: ['ended the invitation of ', { name: textOf(invited.before) }, ' to ', ...to, '.'],
          sign,
        }
      : { parts: ['invited ', { name: textOf(invited.after) }, ' to ', ...to, '.'], sign }
  }
  const renamed = changeOf(entry, 'clubName')
  if (!renamed) return { parts: ['approved ', club, '.'], sign }
  const was = { name: textOf(renamed.before) }
  return newText(entry, 'clubState') === null
    ? { parts: ['renamed ', was, ' to ', club, '.'], sign }
    : { parts: ['approved ', club, ' and renamed it from ', was, '.'], sign }
}

function wordsOf(entry: HistoryEntry): Words {
  const [club, item] = [toClub(entry), toItem(entry)]
  switch (entry.kind) {
    case 'line_ordered':
    case 'line_raised':
      return orderedWords(entry)
    case 'line_corrected':
      return correctedWords(entry)
    case 'line_decided':
      return {
        parts: decisionWords(entry),
        result: givenAfter(entry),
        status: newText(entry, 'status'),
        remark: newText(entry, 'remarks') ?? '',
        note: entry.note ?? '',
      }
    case 'line_deleted':
      return {
        parts: ['deleted ', { number: askedOf(entry) }, ' ', item, ' from the order of ', club],
        result: count(-(entry.units ?? 0), 'put back'),
        remark: entry.reason ?? '',
      }
    case 'line_restored': {
      const given = numbersOf(entry, 'allotted_quantity')?.is ?? 0
      return {
        parts: [
          'brought ',
          { number: askedOf(entry) },
          ' ',
          item,
          ' back into the order of ',
          club,
        ],
        result: { kind: 'given', given, asked: askedOf(entry) },
      }
    }
    case 'handed_over':
      return handedWords(entry)
    case 'item_added':
      return {
        parts: ['added ', item],
        result: count(numbersOf(entry, 'itemQuantity')?.is ?? 0, 'on the shelf'),
      }
    case 'item_edited':
      return editedWords(entry)
    case 'item_noted':
      return notedWords(entry)
    case 'ordering_turned':
      return turnedWords(entry)
    case 'window_set':
      return windowWords(entry)
    case 'hold_set':
      return heldWords(entry)
    case 'pickup_set':
      return pickupWords(entry)
    case 'announced':
      return { ...announcedWords([entry]), note: entry.note ?? '' }
    case 'account_made':
    case 'account_changed':
      return accountWords(entry)
    case 'edition_ended':
      return endedWords(entry)
    case 'edition_renamed':
      return renamedWords(entry)
    case 'club_changed':
    case 'invitation_changed':
    case 'registration_set':
      return peopleWords(entry)
  }
}

/** Fills in what a sentence does not have. */
export const toSentence = (who: string | null, words: Words): Sentence => ({
  who,
  remark: '',
  note: '',
  result: null,
  status: null,
  sign: null,
  ...words,
})

/** Who comes first in the sentence of an entry; `null` if its words name nobody. */
function personOf(entry: HistoryEntry, reader: Reader): string | null {
  const { kind, by, person } = entry
  if (kind !== 'account_made' && kind !== 'account_changed') return actorOf(entry, reader)
  if (by?.access === 'tool') return null
  return by === null ? (person?.name ?? null) : nameOf(by, reader)
}

/** One entry in words: who did what, and the number that was true after it. */
export const describe = (entry: HistoryEntry, reader: Reader): Sentence =>
  toSentence(personOf(entry, reader), wordsOf(entry))

const partText = (part: Part): string => {
  if (typeof part === 'string') return part
  if ('number' in part) return grouped(part.number)
  if ('club' in part) return isolated(part.club)
  return isolated('item' in part ? part.item : part.name)
}

/** `5 of 8`, `31 given, 4 put back`, `2 to 20`. */
export function resultText(result: Result): string {
  if (result.kind === 'given') return `${grouped(result.given)} of ${grouped(result.asked)}`
  if (result.kind === 'changed') return `${grouped(result.was)} to ${grouped(result.is)}`
  return result.counts.map((each) => `${grouped(each.count)} ${each.word}`).join(', ')
}

/** A sentence as plain text, without the number and the status beside it. */
export const sentenceText = ({ who, parts }: Pick<Sentence, 'who' | 'parts'>): string =>
  [...(who === null ? [] : [isolated(who)]), parts.map(partText).join('')].join(' ')
