import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { LINE_STATUSES, type LineStatus } from '#src/contract/statuses.ts'
import { readChange } from '#src/rules/quantity.ts'
import { api, call } from '#client/portal/api.ts'
import type { DraftFields, Drafts } from './merge-drafts.ts'
import type { SaveCall } from './use-saving.ts'

const isLineStatus = (value: string): value is LineStatus =>
  (LINE_STATUSES as readonly string[]).includes(value)

/** The fields that are edited of any order line. */
export const LINE_FIELDS: DraftFields<OrderLine> = {
  status: { read: (row) => row.status },
  remarks: { read: (row) => row.remarks },
}

/** The same, and the units to add. Someone who gave units meanwhile makes that a conflict. */
export const ALLOTTED_FIELDS: DraftFields<OrderLine> = {
  ...LINE_FIELDS,
  add: { read: (row) => String(row.allotted_quantity), isIdle: (mine) => readChange(mine) === 0 },
}

/** The body of the call: one entry for each edited line. */
const toLineChanges = (drafts: Drafts): LineChange[] =>
  Object.entries(drafts).map(([_id, { add, status, remarks }]) => {
    const change = add ? readChange(add.mine) : null
    return {
      _id,
      ...(change ? { allotted_quantity: change } : {}),
      ...(status && isLineStatus(status.mine) && { status: status.mine }),
      ...(remarks && { remarks: remarks.mine }),
    }
  })

/** Saves edited lines of orders. */
export const LINE_SAVE: SaveCall<OrderLine, LineChange> = {
  toChanges: toLineChanges,
  write: (items, key) =>
    call(
      api.cart['update-multiple-cart-items'].put(
        { items },
        { headers: { 'idempotency-key': key } },
      ),
    ),
}
