/** The words of the history: one sentence for each entry. Pages and mails show the same ones. */
import type { EntryBy, FieldValue, HistoryEntry } from '#src/contract/history.ts'
import type { Role } from '#src/contract/statuses.ts'
import { grouped } from './number-text.ts'
import { clockText, dayText } from './day-text.ts'

/** Who reads: "You" stands for their own name. `now` tells whether a time was today. */
export type Reader = { id: string; access: Role; now: Date }

/** A piece of a sentence: words, a number, a name that leads somewhere, or a name alone. */
export type Part =
  | string
  | { number: number }
  | { club: string; id: string }
  | { item: string; id: string | null }
  | { name: string }

/** The number that was true after the change. */
export type Result =
  | { kind: 'given'; given: number; asked: number }
  | { kind: 'counts'; counts: { count: number; word: string }[] }
  | { kind: 'turned'; was: number; is: number }

/** What an entry or a batch says. */
export type Sentence = {
  /** Comes first; `null` for what nobody did. */
  who: string | null
  parts: Part[]
  /** The remark or the reason that came with it. */
  remark: string
  result: Result | null
  /** The status of a line or of an item, if it changed. */
  status: string | null
  /** A change of the whole, which stands across the list: ordering, and accounts. */
  plank: 'switch' | 'clock' | 'person' | null
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
export function turnOf(entry: HistoryEntry, field: string): { was: number; is: number } | null {
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

/** `{given} of {asked}` after an entry; `null` if it gave nothing and took nothing. */
export function givenAfter(entry: HistoryEntry): Result | null {
  const given = turnOf(entry, 'allotted_quantity')
  return given && { kind: 'given', given: given.is, asked: askedOf(entry) }
}

export const counts = (...all: { count: number; word: string }[]): Result => ({
  kind: 'counts',
  counts: all,
})
export const count = (value: number, word: string): Result => counts({ count: value, word })

type Told = Partial<Omit<Sentence, 'who' | 'parts'>> & { parts: Part[] }

/** Whether somebody else than the club added to its order. An entry does not say whether ordering was off then. */
export const isForClub = ({ by, club }: HistoryEntry): boolean =>
  by !== null && by.id !== club?.user_id

function tellOrdered(entry: HistoryEntry): Told {
  const asked = turnOf(entry, 'ordered_quantity') ?? { was: 0, is: askedOf(entry) }
  const added = asked.is - asked.was
  const result = count(asked.is, 'asked')
  const item = toItem(entry)
  const forClub: Part[] = isForClub(entry) ? [' for ', toClub(entry)] : []
  if (entry.kind === 'line_raised')
    return { parts: ['asked for ', { number: added }, ' more ', item, ...forClub], result }
  return { parts: ['ordered ', { number: added }, ' ', item, ...forClub], result }
}

function tellDecided(entry: HistoryEntry): Told {
  const [club, item] = [toClub(entry), toItem(entry)]
  const units = entry.units ?? 0
  const remark = newText(entry, 'remarks')
  const status = newText(entry, 'status')
  const rest = { result: givenAfter(entry), status, remark: remark ?? '' }
  if (units > 0) {
    const more = turnOf(entry, 'allotted_quantity')?.was ? ' more ' : ' '
    return { parts: ['gave ', club, ' ', { number: units }, more, item], ...rest }
  }
  if (units < 0)
    return { parts: ['took ', { number: -units }, ' ', item, ' back from ', club], ...rest }
  if (status === null && remark !== null)
    return remark === ''
      ? { parts: ['removed the remark on ', item, ' for ', club] }
      : { parts: ['wrote a remark on ', item, ' for ', club], remark }
  return { parts: ['changed the status of ', item, ' for ', club], ...rest }
}

function tellEdited(entry: HistoryEntry): Told {
  const item = toItem(entry)
  const shelf = turnOf(entry, 'itemQuantity')
  const result: Result | null = shelf && { kind: 'turned', ...shelf }
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
  return newText(entry, 'itemStatus') === 'enabled'
    ? { parts: ['enabled ', item, ': clubs can order it'] }
    : { parts: ['disabled ', item, ': clubs cannot order it'] }
}

function tellNoted(entry: HistoryEntry): Told {
  const item = toItem(entry)
  const status = newText(entry, 'itemOrderedStatus')
  const remark = newText(entry, 'itemRemark')
  if (status !== null)
    return { parts: ['changed the status of ', item], status, remark: remark ?? '' }
  return remark === ''
    ? { parts: ['removed the remark on ', item] }
    : { parts: ['wrote a remark on ', item], remark: remark ?? '' }
}

/** How many decisions became visible, to how many clubs. `noun` stands between the numbers. */
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

export const tellAnnounced = (entries: readonly HistoryEntry[]): Told => ({
  parts: countAnnounced(entries, entries.length === 1 ? ' decision' : ' decisions'),
  plank: 'switch',
})

/** `announced` are the entries of the same call, which made visible what was held. */
export const tellHeld = (entry: HistoryEntry, announced: readonly HistoryEntry[] = []): Told => {
  const plank = 'switch'
  if (changeOf(entry, 'decisionsHeld')?.after === true)
    return { parts: ['started to hold decisions back.'], plank }
  const told = announced.length > 0 ? [' and ', ...countAnnounced(announced, '')] : ['.']
  return { parts: ['stopped holding decisions back', ...told], plank }
}

function tellTurned(entry: HistoryEntry): Told {
  const isClosed = changeOf(entry, 'isConfirmDisabled')?.after === true
  if (entry.by) return { parts: [`switched ordering ${isClosed ? 'off' : 'on'}.`], plank: 'switch' }
  const name = `Ordering ${isClosed ? 'closed' : 'opened'} by itself`
  return { parts: [{ name }, ', at the time that was set.'], plank: 'clock' }
}

/** The times are told in the reader's own time zone. */
function tellWindow(entry: HistoryEntry): Told {
  const [opens, closes] = [newText(entry, 'opensAt'), newText(entry, 'closesAt')]
  if (!opens && !closes) return { parts: ['took the ordering times away.'], plank: 'clock' }
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
    plank: 'clock',
  }
}

/** The account itself is the person of its first entry, and of a password that a mail reset. */
function tellAccount(entry: HistoryEntry): Told {
  const name = entry.club?.clubName ?? 'an account'
  const plank = 'person'
  const isOwn = entry.by === null || entry.by.id === entry.club?.user_id
  const isTool = entry.by?.access === 'tool'
  const told = (words: Part[], asTool: string): Told => ({
    parts: isTool ? [{ name }, ` ${asTool}, on the server.`] : words,
    plank,
  })
  if (entry.kind === 'account_made')
    return told(isOwn ? ['registered.'] : ['made the account of ', { name }, '.'], 'was registered')
  const access = newText(entry, 'access')
  if (access !== null) {
    const role = access === 'bosslevel' ? 'an administrator' : 'a club account'
    return told(['made ', { name }, ` ${role}.`], `was made ${role}`)
  }
  const disabled = changeOf(entry, 'disabled')
  if (disabled?.after === true) return told(['closed the account of ', { name }, '.'], 'was closed')
  if (disabled) return told(['opened the account of ', { name }, ' again.'], 'was opened again')
  const owner: Part[] = isOwn ? ['its account'] : ['the account of ', { name }]
  if (changeOf(entry, 'password'))
    return told(['set a new password for ', ...owner, '.'], 'got a new password')
  return told(['changed ', ...owner, '.'], 'was changed')
}

function tell(entry: HistoryEntry): Told {
  const [club, item] = [toClub(entry), toItem(entry)]
  switch (entry.kind) {
    case 'line_ordered':
    case 'line_raised':
      return tellOrdered(entry)
    case 'line_decided':
      return tellDecided(entry)
    case 'line_deleted':
      return {
        parts: ['deleted ', { number: askedOf(entry) }, ' ', item, ' from the order of ', club],
        result: count(-(entry.units ?? 0), 'put back'),
        remark: entry.reason ?? '',
      }
    case 'line_restored': {
      const given = turnOf(entry, 'allotted_quantity')?.is ?? 0
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
    case 'item_added':
      return {
        parts: ['added ', item],
        result: count(turnOf(entry, 'itemQuantity')?.is ?? 0, 'on the shelf'),
      }
    case 'item_edited':
      return tellEdited(entry)
    case 'item_noted':
      return tellNoted(entry)
    case 'ordering_turned':
      return tellTurned(entry)
    case 'window_set':
      return tellWindow(entry)
    case 'hold_set':
      return tellHeld(entry)
    case 'announced':
      return tellAnnounced([entry])
    case 'account_made':
    case 'account_changed':
      return tellAccount(entry)
  }
}

/** Fills in what a sentence does not have. */
export const toSentence = (who: string | null, told: Told): Sentence => ({
  who,
  remark: '',
  result: null,
  status: null,
  plank: null,
  ...told,
})

/** Who comes first in the sentence of an entry; `null` if its words name nobody. */
function personOf(entry: HistoryEntry, reader: Reader): string | null {
  const { kind, by, club } = entry
  if (kind !== 'account_made' && kind !== 'account_changed') return nameOf(by, reader)
  if (by?.access === 'tool') return null
  return by === null ? (club?.clubName ?? null) : nameOf(by, reader)
}

/** One entry in words: who did what, and the number that was true after it. */
export const describe = (entry: HistoryEntry, reader: Reader): Sentence =>
  toSentence(personOf(entry, reader), tell(entry))

const partText = (part: Part): string => {
  if (typeof part === 'string') return part
  if ('number' in part) return grouped(part.number)
  if ('club' in part) return part.club
  return 'item' in part ? part.item : part.name
}

/** `5 of 8`, `31 given, 4 put back`, `2 to 20`. */
export function resultText(result: Result): string {
  if (result.kind === 'given') return `${grouped(result.given)} of ${grouped(result.asked)}`
  if (result.kind === 'turned') return `${grouped(result.was)} to ${grouped(result.is)}`
  return result.counts.map((each) => `${grouped(each.count)} ${each.word}`).join(', ')
}

/** A sentence as plain text, without the number and the status beside it. */
export const sentenceText = ({ who, parts }: Pick<Sentence, 'who' | 'parts'>): string =>
  [...(who === null ? [] : [who]), parts.map(partText).join('')].join(' ')
