import type * as history from '#src/modules/history/model.ts'

/** The sign of a change of ordering or of accounts, which stands across the list. */
export type Sign = 'switch' | 'clock' | 'person'

/**
 * A kind of change: how lists call it, whether it can be undone, and its sign. A change with an entry that cannot be undone cannot either.
 * `movesUnits`: its entries name their units even when these are 0.
 */
type Kind = { label: string; isUndoable?: true; movesUnits?: true; sign?: Sign }

const kindsOf = <K extends string>(kinds: Readonly<Record<K, Kind>>) => kinds

/** What a change did. A call leaves one entry for each row that it changed. */
export const KINDS = kindsOf({
  line_ordered: { label: 'Orders' },
  line_raised: { label: 'Orders raised' },
  line_corrected: { label: 'Orders corrected', isUndoable: true, movesUnits: true },
  line_decided: { label: 'Decisions', isUndoable: true, movesUnits: true },
  line_deleted: { label: 'Deleted', isUndoable: true, movesUnits: true },
  line_restored: { label: 'Restored', movesUnits: true },
  handed_over: { label: 'Handed over', isUndoable: true },
  item_added: { label: 'Items added', isUndoable: true },
  item_edited: { label: 'Items changed', isUndoable: true, movesUnits: true },
  item_noted: { label: 'Item status and remarks', isUndoable: true },
  ordering_turned: { label: 'Ordering on or off', sign: 'switch' },
  window_set: { label: 'Ordering times', sign: 'clock' },
  hold_set: { label: 'Holding back', sign: 'switch' },
  pickup_set: { label: 'Pick-up', sign: 'switch' },
  announced: { label: 'Announced', sign: 'switch' },
  account_made: { label: 'New accounts', sign: 'person' },
  account_changed: { label: 'Changed accounts', sign: 'person' },
  edition_ended: { label: 'Editions ended', isUndoable: true },
  edition_renamed: { label: 'Editions renamed', sign: 'switch' },
  club_changed: { label: 'Changed clubs', sign: 'person' },
  invitation_changed: { label: 'Invitations', sign: 'person' },
  registration_set: { label: 'How clubs register', sign: 'person' },
})
export type EntryKind = keyof typeof KINDS
export const ENTRY_KINDS = Object.keys(KINDS) as EntryKind[]

export const isEntryKind = (text: string): text is EntryKind => Object.hasOwn(KINDS, text)

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
