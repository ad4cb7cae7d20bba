import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { LINE_STATUSES, type LineStatus } from '#src/contract/statuses.ts'
import { readChange } from '#src/rules/quantity.ts'
import type { DraftFields, Drafts } from './merge-drafts.ts'

const isLineStatus = (value: string): value is LineStatus =>
  (LINE_STATUSES as readonly string[]).includes(value)

/** What is edited of any line of an order. */
export const LINE_FIELDS: DraftFields<OrderLine> = {
  status: { read: (row) => row.status },
  remarks: { read: (row) => row.remarks },
}

/** Where units are given as well: an addition was thought out upon what was given then. */
export const ALLOTTED_FIELDS: DraftFields<OrderLine> = {
  ...LINE_FIELDS,
  add: { read: (row) => String(row.allotted_quantity), isIdle: (mine) => readChange(mine) === 0 },
}

/** The edits as the server takes them, one entry for each edited line. */
export const toLineChanges = (drafts: Drafts): LineChange[] =>
  Object.entries(drafts).map(([_id, { add, status, remarks }]) => {
    const change = add ? readChange(add.mine) : null
    return {
      _id,
      ...(change ? { allotted_quantity: change } : {}),
      ...(status && isLineStatus(status.mine) && { status: status.mine }),
      ...(remarks && { remarks: remarks.mine }),
    }
  })

/** The line as the server has it after a change. */
export const withLineChange = (line: OrderLine, change: LineChange): OrderLine => ({
  ...line,
  allotted_quantity: line.allotted_quantity + (change.allotted_quantity ?? 0),
  status: change.status ?? line.status,
  remarks: change.remarks ?? line.remarks,
})
