import { useSearchParams } from 'wouter'
import { type EntryKind, isEntryKind } from '#src/contract/history.ts'

/** Removes every filter. No select sets `batch`: an item's ledger does. Without an edition it is the current one. */
export const NO_FILTER = { club: '', item: '', kind: '', by: '', batch: '', edition: '' }

export type FilterValues = typeof NO_FILTER

/** The filters of the list, by ids and a kind. An absent filter lets everything through. */
export type Filters = Partial<Omit<FilterValues, 'kind'>> & { kind?: EntryKind }

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
