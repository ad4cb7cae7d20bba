import {
  LINE_STATUSES,
  type LineStatus,
  lineStatusLabel,
  ONLINE_RETAILER,
} from '#src/contract/statuses.ts'

export type StatusOption<T extends string = string> = { value: T; label: string }

/** Stands in a select that has no status yet. */
const NONE = 'Select Status'

export const LINE_STATUS_OPTIONS: readonly StatusOption<LineStatus>[] = LINE_STATUSES.map(
  (status) => ({
    value: status,
    label: status === '' ? NONE : lineStatusLabel(status),
  }),
)

/** The statuses of a stock item. They include `current`, even when its vendor is no longer in the list. */
export function stockStatusOptions(vendors: readonly string[], current: string): StatusOption[] {
  const values = [
    'Available',
    'Not Available',
    ...vendors.map((name) => `Ordered from ${name}`),
    ONLINE_RETAILER,
  ]
  const known = current === '' || values.includes(current) ? values : [...values, current]
  return [{ value: '', label: NONE }, ...known.map((value) => ({ value, label: value }))]
}
