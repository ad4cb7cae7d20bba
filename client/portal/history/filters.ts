import { useSearchParams } from 'wouter'
import { type EntryKind, isEntryKind } from '#src/contract/history.ts'

/** What the list is narrowed to; an absent filter lets everything through. Ids, and a kind. No select sets `batch`: an item's ledger does. */
export type Filters = {
  club?: string
  item?: string
  kind?: EntryKind
  by?: string
  batch?: string
  /** Left out: the current one. */
  edition?: string
}

export const KIND_LABELS: Record<EntryKind, string> = {
  line_ordered: 'Orders',
  line_raised: 'Orders raised',
  line_corrected: 'Orders corrected',
  line_decided: 'Decisions',
  line_deleted: 'Deleted',
  line_restored: 'Restored',
  handed_over: 'Handed over',
  item_added: 'Items added',
  item_edited: 'Items changed',
  item_noted: 'Item status and remarks',
  ordering_turned: 'Ordering on or off',
  window_set: 'Ordering times',
  hold_set: 'Holding back',
  pickup_set: 'Pick-up',
  announced: 'Announced',
  account_made: 'New accounts',
  account_changed: 'Changed accounts',
  edition_ended: 'Editions ended',
  edition_renamed: 'Editions renamed',
  club_changed: 'Changed clubs',
  invitation_changed: 'Invitations',
  registration_set: 'How clubs register',
}

/** Reads the filters of an address; what is no filter is left out. */
function readFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of ['club', 'item', 'by', 'batch', 'edition'] as const) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  const kind = params.get('kind')
  if (isEntryKind(kind)) filters.kind = kind
  return filters
}

/** The filters of the present address, and how to change some of them; an empty value removes one. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const change = (filters: { [Name in keyof Filters]: string }) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(filters))
          if (value) after.set(name, value)
          else after.delete(name)
        return after
      },
      { replace: true },
    )
  return { filters: readFilters(params), change }
}

/** Removes every filter. */
export const NO_FILTER = { club: '', item: '', kind: '', by: '', batch: '', edition: '' }
