import type * as history from '#src/modules/history/model.ts'

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

/** Who changed something, with the verified address. `tool` is the command line. */
export type EntryBy = NonNullable<typeof history.By.static>
/** One entry of the history. Fields that its kind has no use for are absent. */
export type HistoryEntry = typeof history.HistoryEntry.static
/** One field before and after a change, with the field's name in requests and replies. */
export type FieldChange = NonNullable<HistoryEntry['changes']>[number]
export type FieldValue = FieldChange['before']
/** A page of the history, newest first. `next` is the `before` of the next page. */
export type HistoryPage = typeof history.HistoryPage.static
/** An account with entries. */
export type HistoryPerson = typeof history.HistoryPerson.static
export type OrderingTurn = typeof history.OrderingTurn.static
