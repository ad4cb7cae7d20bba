import type { BoardLine } from '#src/contract/board.ts'
import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { readChange } from '#src/rules/quantity.ts'
import { api, call } from '#client/portal/data/api.ts'
import type { WatchedValue } from '#client/portal/lists/use-row-news.ts'
import { dropField, type Drafts, type Fields, type RowDraft } from './drafts.ts'

/** What is edited of a line of an order: the units given on the board, or as text the units to add in a list. */
type LineValues = { given: number; add: string; status: LineStatus; remarks: string }

export type OrderLineValues = Omit<LineValues, 'given'>
export type BoardLineValues = Omit<LineValues, 'add'>
export type CustomLineValues = Pick<LineValues, 'status' | 'remarks'>

type Noted = Pick<OrderLine, 'status' | 'remarks'>

const status = { read: (line: Noted) => line.status }
const remarks = { read: (line: Noted) => line.remarks }

const isPacked = ({ status }: Noted): boolean => status === 'Ready' || status === 'Delivered'

/** A line that is Ready or Delivered and gets more is Pending again, for the rest has to be packed; with nothing more it stays as it is. */
function packAgain<V extends Pick<LineValues, 'status'>>(
  draft: RowDraft<V> | undefined,
  line: Noted,
  isMore: boolean,
): RowDraft<V> | undefined {
  if (!isPacked(line)) return draft
  if (isMore)
    return draft?.status
      ? draft
      : ({ ...draft, status: { mine: 'Pending', base: line.status } } as RowDraft<V>)
  return draft?.status?.mine === 'Pending' ? dropField(draft, 'status') : draft
}

/** The fields of a line of which no units are given. */
export const CUSTOM_LINE_FIELDS: Fields<OrderLine, CustomLineValues> = {
  status,
  remarks,
}

/** The fields of a line in the list of one order. Somebody who gave units meanwhile makes units to add a conflict. */
export const ORDER_LINE_FIELDS: Fields<OrderLine, OrderLineValues> = {
  status,
  remarks,
  add: {
    read: (line) => String(line.allotted_quantity),
    isIdle: (mine) => readChange(mine) === 0,
    follow: (draft, line) => packAgain(draft, line, (readChange(draft?.add?.mine ?? '') ?? 0) > 0),
  },
}

/** The fields of a line on the board. */
export const BOARD_LINE_FIELDS: Fields<BoardLine, BoardLineValues> = {
  given: {
    read: (line) => line.allotted_quantity,
    follow: (draft, line) =>
      packAgain(draft, line, (draft?.given?.mine ?? 0) > line.allotted_quantity),
  },
  status,
  remarks,
}

/** The quantities whose change by somebody else is announced, with their words. */
export const watchedLine = (ordered: string, given: string): WatchedValue<OrderLine>[] => [
  { word: ordered, read: (row) => row.ordered_quantity },
  { word: given, read: (row) => row.allotted_quantity },
  { word: 'status', read: (row) => lineStatusLabel(row.status) },
  { word: 'remarks', read: (row) => row.remarks },
]

/** The rows of one call that saves drafts of lines: by how many units each changes, and what else was edited. */
export const toLineChanges = (drafts: Drafts<LineValues>): LineChange[] =>
  Object.entries(drafts).map(([_id, draft]) => {
    const units = draft.given
      ? draft.given.mine - draft.given.base
      : readChange(draft.add?.mine ?? '0')
    return {
      _id,
      ...(units && { allotted_quantity: units }),
      ...(draft.status && { status: draft.status.mine }),
      ...(draft.remarks && { remarks: draft.remarks.mine }),
    }
  })

/** Whether a text was typed that is no number of units to add. */
export const isWrongLine = ({ add }: RowDraft<OrderLineValues>): boolean =>
  add !== undefined && readChange(add.mine) === null

/** Saves changed lines of orders, all or none, with a note for the record. The same key and changes may be sent again when no answer came. */
export const saveLines = (items: LineChange[], key: string, note = '') =>
  call(
    api.cart['update-multiple-cart-items'].put(
      { items, ...(note && { note }) },
      { headers: { 'idempotency-key': key } },
    ),
    { updated: 0 },
  )
