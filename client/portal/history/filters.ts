import { useSearchParams } from 'wouter'
import { type EntryKind, isEntryKind } from '#src/contract/history.ts'

/** Removes every filter. No select sets `batch`: an item's ledger does. Without an edition it is the current one. */
export const NO_FILTER = { club: '', item: '', kind: '', by: '', batch: '', edition: '' }

export type FilterValues = typeof NO_FILTER

/** The filters of the list, by ids and a kind. An absent filter lets everything through. */
export type Filters = Partial<Omit<FilterValues, 'kind'>> & { kind?: EntryKind }

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
const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    Object.keys(NO_FILTER).flatMap((name) => {
      const value = params.get(name)
      return value && (name !== 'kind' || isEntryKind(value)) ? [[name, value]] : []
    }),
  )

/** The filters of the present address, and how to change some of them; an empty value removes one. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const change = (filters: Partial<FilterValues>) =>
    setParams(
      (before) =>
        Object.entries({ ...Object.fromEntries(before), ...filters }).filter(([, value]) => value),
      { replace: true },
    )
  return { filters: readFilters(params), change }
}
