import type { Role } from './statuses.ts'

/** What a change did. A call leaves one entry for each row that it changed. */
export const ENTRY_KINDS = [
  'line_ordered',
  'line_raised',
  'line_corrected',
  'line_decided',
  'line_deleted',
  'line_restored',
  'handed_over',
  'item_added',
  'item_edited',
  'item_noted',
  'ordering_turned',
  'window_set',
  'hold_set',
  'pickup_set',
  'announced',
  'account_made',
  'account_changed',
  'edition_ended',
  'edition_renamed',
  'club_changed',
  'invitation_changed',
  'registration_set',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const isEntryKind = (value: unknown): value is EntryKind =>
  (ENTRY_KINDS as readonly unknown[]).includes(value)

/** The kinds that can be undone. A change with an entry of another kind cannot. */
export const UNDOABLE_KINDS: ReadonlySet<EntryKind> = new Set([
  'line_corrected',
  'line_decided',
  'line_deleted',
  'handed_over',
  'item_added',
  'item_edited',
  'item_noted',
  'edition_ended',
])

export type FieldValue = string | number | boolean

/** One field before and after a change, with the field's name in requests and replies. */
export type FieldChange = { field: string; before: FieldValue; after: FieldValue }

/**
 * Who changed something, with the verified address. `tool` is the command line. A club reads the names of those who acted as that club; of
 * others it learns nothing but their `access`.
 */
export type EntryBy = {
  id?: string
  name?: string
  email?: string
  /** The role in which they acted. */
  access: Role | 'tool'
  /** The `user_id` of the club as which they acted. */
  club?: string
}

/** One entry of the history. Fields that its kind has no use for are absent. */
export type HistoryEntry = {
  _id: string
  /** ISO 8601. */
  at: string
  kind: EntryKind
  /** The id of the change: all entries of one call have the same. */
  batch: string
  /** `null` for what nobody did: the clock, or a password reset by mail. */
  by: EntryBy | null
  /** The person who was made or changed. */
  person?: { id: string; name: string; email: string }
  /** Only administrators read `email`, the verified address of the longest-standing enabled person. */
  club?: { user_id: string; clubName: string; email?: string }
  /** `ordered_quantity` is what the club asks for now; of a deleted line, what it asked for last. */
  line?: { _id: string; itemName: string; ordered_quantity: number }
  item?: { _id: string; itemName: string }
  /** For a line, the units that it gained; for an item, those that the shelf gained by adding or counting. */
  units?: number
  changes?: FieldChange[]
  /** Why a line was deleted. */
  reason?: string
  /** Who fetched what was handed over. */
  to?: string
  /** Why it was decided so; of an announcement or a hand-over, the newest note of what was held back. */
  note?: string
  /** What an announcement told its clubs. */
  message?: string
  /** The change that this entry undoes. */
  undoes?: string
  /** When and by whom this entry was undone, and the change that did it. */
  undone?: { at: string; by: EntryBy | null; batch: string }
  /** In the last entry that a page holds of a long change: how many older ones match, which `?batch=` reads. */
  more?: number
}

/** A page of the history, newest first. `next` is the `before` of the next page. */
export type HistoryPage = { entries: HistoryEntry[]; next: string | null }

/** An account with entries, and its verified address. */
export type HistoryPerson = { id: string; name: string; email: string; access: Role }

export type OrderingTurn = { at: string; isConfirmDisabled: boolean; by: EntryBy | null }
