import type { HistoryPage } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import type { Sample } from './api.ts'

/** The values that several calls read of their answers. */
export const LINES: Sample<OrderLine[]> = [
  { _id: '', itemName: '', ordered_quantity: 0, allotted_quantity: 0, remarks: '' },
]
export const HISTORY: Sample<HistoryPage> = { entries: [{ _id: '', at: '', batch: '' }] }
export const PREFERENCES = { email: '', orderMails: true, digestMinutes: 0 }
