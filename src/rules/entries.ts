/** What each change leaves in the history. Both stores write these entries in the transaction of the change. */
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { Leftovers } from '#src/contract/editions.ts'
import type { EntryKind, FieldValue } from '#src/contract/history.ts'
import { type ChangedLine, type Line, LINE_FIELDS } from '#src/contract/line.ts'
import {
  type HeldBack,
  ITEM_VALUES,
  type ItemValues,
  type StockItem,
} from '#src/contract/records.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import { timeText } from '#src/contract/wire.ts'
import type { Account, Club, Invitation } from '#src/store/port.ts'
import type { DecidedLine } from './allot.ts'
import type { Corrected } from './correct.ts'
import type { Ordering } from './window.ts'
import { asSeenByClub, seenOfDeleted } from './announced.ts'

/** The author of an entry that the command line made. */
export const TOOL = 'tool'
/** The author of an entry: a person, the command line, or nobody. */
export type Maker = PersonId | typeof TOOL | null

/** The fields of an item that the history follows. */
export const ITEM_FIELDS = [...ITEM_VALUES, 'itemOrderedStatus', 'itemRemark'] as const
const ACCOUNT_FIELDS = ['cordName', 'access', 'disabled'] as const

type ChangedField =
  | (typeof LINE_FIELDS)[number]
  | (typeof ITEM_FIELDS)[number]
  | (typeof ACCOUNT_FIELDS)[number]
  | Exclude<keyof Ordering, 'turnedAt' | 'turnedBy'>
  | 'pickupScreen'
  | 'password'
  | 'edition'
  | 'leftovers'
  | 'to'
  | 'mobile'
  | 'clubName'
  | 'clubState'
  | 'invitation'
  | 'registration'

/** The times are ISO 8601; `""` is none. */
const WINDOW_FIELDS = ['opensAt', 'closesAt', 'message'] as const

/** The values of each changed field before and after a change. */
export type Changes = Partial<
  Record<ChangedField, readonly [before: FieldValue, after: FieldValue]>
>

/** An entry before the store gives it an id, a time and an author. */
export type NewEntry = {
  kind: EntryKind
  /** The club of a line, or of a person or anything else that changed. */
  clubId: ClubId | null
  /** The person who was made or changed. */
  personId: PersonId | null
  lineId: string | null
  itemId: string | null
  /** Units that the line gained, which the shelf lost. Without a line: units that the shelf gained. */
  units: number
  changes: Changes
  /**
   * What the club of the line reads in place of `changes`, because a decision is held back; `null` if it reads `changes`. A decision
   * of which it reads no field is hidden from it.
   */
  told: Changes | null
  /** Why a line was deleted, or the note of a decision and of its announcement, which a hand-over may be; `""` if none was given, and for every other kind. */
  reason: string
}

type Values = Partial<Record<ChangedField, FieldValue>>

/** The fields that differ, with both values. A field that `after` lacks did not change. */
export function changesOf(before: Values, after: Values, fields: readonly ChangedField[]): Changes {
  const changes: Changes = {}
  for (const field of fields) {
    const [was, is] = [before[field], after[field]]
    if (was !== undefined && is !== undefined && was !== is) changes[field] = [was, is]
  }
  return changes
}

const isEmpty = (changes: Changes): boolean => Object.keys(changes).length === 0

/** An entry with these parts; it leaves the others empty. */
const entryOf = (parts: Pick<NewEntry, 'kind' | 'changes'> & Partial<NewEntry>): NewEntry => ({
  clubId: null,
  personId: null,
  lineId: null,
  itemId: null,
  units: 0,
  told: null,
  reason: '',
  ...parts,
})

const ofLine = (
  kind: EntryKind,
  clubId: ClubId,
  { _id: id, item_id: itemId }: Line,
  parts: Pick<NewEntry, 'changes'> & Partial<NewEntry>,
): NewEntry => entryOf({ kind, clubId, lineId: id, itemId, ...parts })

/** What an entry says of a changed line, and what its club reads instead: what differs between the line as it saw it and as it sees it. */
export const toldOf = ({ line, after }: ChangedLine<Line>): Pick<NewEntry, 'changes' | 'told'> => ({
  changes: changesOf(line, after, LINE_FIELDS),
  told:
    line.announced || after.announced
      ? changesOf(asSeenByClub(line), asSeenByClub(after), LINE_FIELDS)
      : null,
})

export const orderedEntry = (clubId: ClubId, line: Line): NewEntry =>
  ofLine('line_ordered', clubId, line, {
    changes: { ordered_quantity: [0, line.ordered_quantity] },
  })

export const raisedEntry = (clubId: ClubId, change: ChangedLine<Line>): NewEntry =>
  ofLine('line_raised', clubId, change.line, toldOf(change))

/** `returned` units went back to the shelf. */
export const correctedEntry = (clubId: ClubId, change: Corrected<Line>): NewEntry =>
  ofLine('line_corrected', clubId, change.line, {
    units: 0 - change.returned,
    ...toldOf(change),
  })

/** A decision that hands things over announces its line, so its entry also has the note that was held back. */
export function decidedEntry(clubId: ClubId, change: DecidedLine<Line>, note = ''): NewEntry {
  const { line, after, units } = change
  const reason = note || (after.announced === null && line.announced?.note) || ''
  return ofLine('line_decided', clubId, line, { units, ...toldOf(change), reason })
}

/**
 * `to` is who fetched the things; it stands with the changes. The hand-over announces its line, so its entry also has the note that was held
 * back.
 */
export function handedOverEntry(clubId: ClubId, change: ChangedLine<Line>, to: string): NewEntry {
  const fetched: Changes = { to: ['', to] }
  const { changes, told } = toldOf(change)
  return ofLine('handed_over', clubId, change.line, {
    changes: { ...changes, ...fetched },
    told: told && { ...told, ...fetched },
    reason: change.line.announced?.note ?? '',
  })
}

/** `returned` units went back to the shelf. The club reads that its line was deleted, and nothing of a decision that was held back. */
export function deletedEntry(
  clubId: ClubId,
  line: Line,
  returned: number,
  reason: string,
): NewEntry {
  const after = { allotted_quantity: line.allotted_quantity - returned }
  return ofLine('line_deleted', clubId, line, {
    units: -returned,
    changes: changesOf(line, after, LINE_FIELDS),
    told:
      line.announced &&
      changesOf(
        line.announced,
        { allotted_quantity: seenOfDeleted(line, after.allotted_quantity) },
        LINE_FIELDS,
      ),
    reason,
  })
}

export const addedItemEntry = ({ _id, itemQuantity, unit, place }: StockItem): NewEntry =>
  entryOf({
    kind: 'item_added',
    itemId: _id,
    changes: {
      itemQuantity: [0, itemQuantity],
      ...changesOf({ unit: '', place: '' }, { unit, place }, ITEM_FIELDS),
    },
  })

export const editedItemEntry = (before: StockItem, after: ItemValues): NewEntry =>
  entryOf({
    kind: 'item_edited',
    itemId: before._id,
    units: after.itemQuantity - before.itemQuantity,
    changes: changesOf(before, after, ITEM_FIELDS),
  })

/** The remark and the status of an item. */
export type ItemNote = { itemOrderedStatus: string; itemRemark: string }

/** `null` if the note changes nothing. */
export function notedItemEntry(
  itemId: string,
  before: ItemNote,
  after: Partial<ItemNote>,
): NewEntry | null {
  const changes = changesOf(before, after, ITEM_FIELDS)
  return isEmpty(changes) ? null : entryOf({ kind: 'item_noted', itemId, changes })
}

/** The entries in the history for a change of the switches, of the times of ordering and of the pick-up words. */
export function orderingEntries(before: Ordering, after: Ordering): NewEntry[] {
  const valuesOf = ({ opensAt, closesAt, ...others }: Ordering) => ({
    ...others,
    opensAt: timeText(opensAt) ?? '',
    closesAt: timeText(closesAt) ?? '',
  })
  const [was, is] = [valuesOf(before), valuesOf(after)]
  // The words of the entry need the times that stay as well.
  const stay = { opensAt: [is.opensAt, is.opensAt], closesAt: [is.closesAt, is.closesAt] } as const
  const entryFor = (kind: EntryKind, fields: readonly ChangedField[], also: Changes = {}) => {
    const changes = changesOf(was, is, fields)
    return isEmpty(changes) ? [] : [entryOf({ kind, changes: { ...also, ...changes } })]
  }
  return [
    ...entryFor('window_set', WINDOW_FIELDS, stay),
    ...entryFor('ordering_turned', ['isOpen']),
    ...entryFor('pickup_set', ['pickup']),
    ...entryFor('hold_set', ['decisionsHeld']),
  ]
}

export const turnedEntry = (isOpen: boolean): NewEntry =>
  entryOf({ kind: 'ordering_turned', changes: { isOpen: [!isOpen, isOpen] } })

/** The screen in the store room got an address, or lost it. `had`: whether it had one before. */
export const screenEntry = (had: boolean, has: boolean): NewEntry =>
  entryOf({ kind: 'pickup_set', changes: { pickupScreen: [had, has] } })

/** The club now reads the decision that was held back, and the message of the announcement. */
export const announcedEntry = (
  clubId: ClubId,
  line: Line,
  announced: HeldBack,
  message = '',
): NewEntry =>
  ofLine('announced', clubId, line, {
    changes: {
      ...changesOf(announced, line, LINE_FIELDS),
      ...(message !== '' && { message: ['', message] }),
    },
    reason: announced.note ?? '',
  })

/** An edition ended, and `next` began; without `leftovers` an edition is the current one again. */
export const editionEndedEntry = (ended: string, next: string, leftovers?: Leftovers): NewEntry =>
  entryOf({
    kind: 'edition_ended',
    changes: { edition: [ended, next], ...(leftovers && { leftovers: ['', leftovers] }) },
  })

/** The ending of an edition moved units of a line: back to the shelf, or over to the club. */
export const endedLineEntry = (
  clubId: ClubId,
  line: Line,
  { after, returned }: { after: Line; returned: number },
): NewEntry =>
  ofLine('edition_ended', clubId, line, {
    units: 0 - returned,
    changes: changesOf(line, after, ['delivered_quantity']),
  })

export const editionRenamedEntry = (before: string, after: string): NewEntry =>
  entryOf({ kind: 'edition_renamed', changes: { edition: [before, after] } })

export const accountMadeEntry = ({ id, clubId }: Account): NewEntry =>
  entryOf({ kind: 'account_made', clubId, personId: id, changes: {} })

const clubNameOf = ({ clubId, clubName }: Account) => (clubId === null ? '' : clubName)

/** `null` if neither name nor state changed. */
export function clubChangedEntry(before: Club, after: Club): NewEntry | null {
  const toValues = ({ name, state }: Club) => ({ clubName: name, clubState: state })
  const changes = changesOf(toValues(before), toValues(after), ['clubName', 'clubState'])
  if (isEmpty(changes)) return null
  return entryOf({ kind: 'club_changed', clubId: before.id, changes })
}

type Invited = Pick<Invitation, 'email' | 'clubId'>

export const invitedEntry = ({ email, clubId }: Invited): NewEntry =>
  entryOf({ kind: 'invitation_changed', clubId, changes: { invitation: ['', email] } })

/** The invitation was removed, or somebody registered with it. */
export const invitationEndedEntry = ({ email, clubId }: Invited): NewEntry =>
  entryOf({ kind: 'invitation_changed', clubId, changes: { invitation: [email, ''] } })

export const registrationEntry = (before: RegistrationMode, after: RegistrationMode): NewEntry =>
  entryOf({ kind: 'registration_set', changes: { registration: [before, after] } })

/** `null` if nothing changed. A new password and a new phone number appear without any value. */
export function accountChangedEntry(before: Account, after: Account): NewEntry | null {
  const changes = changesOf(before, after, ACCOUNT_FIELDS)
  if (before.mobile !== after.mobile) changes.mobile = ['', '']
  if (before.passwordHash !== after.passwordHash) changes.password = ['', '']
  if (before.clubId !== after.clubId) changes.clubName = [clubNameOf(before), clubNameOf(after)]
  const clubId = after.clubId ?? before.clubId
  return isEmpty(changes)
    ? null
    : entryOf({ kind: 'account_changed', clubId, personId: before.id, changes })
}
