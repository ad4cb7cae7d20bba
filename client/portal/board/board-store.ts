import { replaceEqualDeep } from '@tanstack/react-query'
import { create } from 'zustand'
import { useDeferredValue } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Board, BoardItem, BoardLine } from '#src/contract/board.ts'
import { isRecord } from '#client/shared/storage.ts'
import { nameInLabel, shortClubName } from '#src/rules/club-names.ts'
import { isOwnRow } from '#client/portal/data/own-rows.ts'
import { followRows } from '#client/portal/drafts/drafts.ts'
import { BOARD_LINE_FIELDS, type BoardLineValues } from '#client/portal/drafts/line-changes.ts'
import { clearDraft, isDrafts, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { filterBoard, type Filters, NO_FILTERS, shortItems } from './model/filters.ts'
import { type BoardIndex, indexBoard, type Placed, UNREAD } from './model/index-board.ts'
import type { LineDrafts } from './model/line-drafts.ts'
import type { Cell } from './model/moves.ts'
import type { Nothing } from './model/bulk.ts'

/** How long a line counts as changed just now. */
const CHANGED_MS = 10_000
const DRAFTS = 'board'
const NOTE = 'board-note'
/** Ctrl-Z goes back at most so many steps. */
const MOST_STEPS = 200

/** A column: its club. */
export type Column = {
  id: string
  name: string
  /** The name at the head of the column. */
  label: string
  /** The address below it, where names are alike. */
  address: string | null
}

/** The rows and columns that the filters leave. It stays the same object while nothing of it changes. */
export type View = {
  items: readonly BoardItem[]
  /** How many items, from the top, are short. */
  shortCount: number
  columns: readonly Column[]
  rowAt: ReadonlyMap<string, number>
  columnAt: ReadonlyMap<string, number>
}

/** A cell by what it stands for, so that it stays the same one while rows and columns come and go. */
export type CellId = { itemId: string; clubId: string }

/** The items to share out, each for itself, by id: their shelves move meanwhile. With `isOfShown` only the cells that are shown get units. */
export type Sharing = { itemIds: readonly string[]; title: string; isOfShown: boolean }

/** `title` names what the rule shared out; `before` is the text for what was shared out before that. */
export type Note = { title: string; text: string; before: string }

/** Why the last save was refused: a title, the items that have too little, and the drafts that it would have saved. */
export type Refusal = {
  title: string
  rows: readonly { itemId: string; name: string; words: string }[]
  drafts: LineDrafts
}

export type BoardState = {
  /** As the server has it; `UNREAD` until it is read. */
  index: BoardIndex
  view: View
  filters: Filters
  /** The items that were short when the page or a filter was opened. They stand first, and rows keep their places while somebody works. */
  shortFirst: ReadonlySet<string> | null
  drafts: LineDrafts
  /** Drafts of lines that are not on the board any more. */
  lost: LineDrafts
  /** Earlier drafts with their note, the latest last, for Ctrl-Z. */
  earlier: readonly Pick<BoardState, 'drafts' | 'note'>[]
  /** The cell with the focus, and the opposite corner of the selected block. */
  active: CellId | null
  anchor: CellId | null
  /** The items that the open panel shares out. */
  sharing: Sharing | null
  /** The digits that are being typed, and the drafts before the first of them. */
  typing: { text: string; before: LineDrafts } | null
  /** The lines that get nothing by the last press, and their remark. */
  nothing: (Nothing & { remarks: string }) | null
  /** The line whose history is open. */
  historyOf: Placed | null
  /** The rule by which the drafts were shared out; it goes on record with them. */
  note: Note | null
  /** By line that somebody else changed within 10 s: the units it had before. */
  changed: ReadonlyMap<string, number>
  /** Typed or pasted text that was not taken, by `cellKey`. */
  notTaken: ReadonlyMap<string, string>
  /** Why the last save was refused. */
  refusal: Refusal | null
  /** The text for screen readers; a new `turn` makes them read the same text again. */
  announcement: { text: string; turn: number }
}

const NO_VIEW: View = {
  items: [],
  shortCount: 0,
  columns: [],
  rowAt: new Map(),
  columnAt: new Map(),
}

/** The state of the board on this page: the saved rows, the drafts, the selection. */
export const useBoard = create<BoardState>()(() => ({
  index: UNREAD,
  view: NO_VIEW,
  filters: NO_FILTERS,
  shortFirst: null,
  drafts: {},
  lost: {},
  earlier: [],
  active: null,
  anchor: null,
  sharing: null,
  typing: null,
  nothing: null,
  note: null,
  historyOf: null,
  changed: new Map(),
  notTaken: new Map(),
  refusal: null,
  announcement: { text: '', turn: 0 },
}))

const { getState, setState } = useBoard

/** Nothing is being typed, and nobody just got nothing: so it is after any other change of the drafts or the selection. */
export const NO_ENTRY = { typing: null, nothing: null } as const

/** For sums over the board: after a keystroke they update one render later, so that the cell is shown first. */
export const useDeferredBoard = () =>
  useDeferredValue(
    useBoard(
      useShallow(({ index, view, drafts }) => ({ isRead: index !== UNREAD, index, view, drafts })),
    ),
  )

export const cellKey = ({ itemId, clubId }: CellId): string => `${itemId} ${clubId}`

export const lineAt = (index: BoardIndex, cell: CellId | null): BoardLine | undefined =>
  cell ? index.rows.get(cell.itemId)?.get(cell.clubId) : undefined

/** Where a cell stands among those shown; `null` when a filter hides it. */
export function positionOf({ rowAt, columnAt }: View, cell: CellId | null): Cell | null {
  if (!cell) return null
  const row = rowAt.get(cell.itemId)
  const column = columnAt.get(cell.clubId)
  return row === undefined || column === undefined ? null : { row, column }
}

export function cellAt({ items, columns }: View, { row, column }: Cell): CellId | null {
  const item = items[row]
  const club = columns[column]
  return item && club ? { itemId: item._id, clubId: club.id } : null
}

const positions = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, at]))

const shortIds = (index: BoardIndex): ReadonlySet<string> =>
  new Set(shortItems(index).map(({ _id }) => _id))

function toView(
  index: BoardIndex,
  filters: Filters,
  shortFirst: ReadonlySet<string>,
  before: View,
): View {
  const { items: found, clubs } = filterBoard(index, filters)
  const short = found.filter(({ _id }) => shortFirst.has(_id))
  const items = [...short, ...found.filter(({ _id }) => !shortFirst.has(_id))]
  const columns = clubs.map(({ user_id: id, clubName: name, email }): Column => {
    const alike = nameInLabel(name, email)
    return { id, name, label: alike ?? shortClubName(name), address: alike === null ? null : email }
  })
  const { rowAt: _rows, columnAt: _columns, ...shown } = before
  const now = replaceEqualDeep(shown, { items, shortCount: short.length, columns })
  if (now === shown) return before
  return {
    ...now,
    rowAt: positions(items.map(({ _id }) => _id)),
    columnAt: positions(columns.map(({ id }) => id)),
  }
}

/** The units that lines had before somebody else changed them, by line. */
function findChanged(before: BoardIndex, after: BoardIndex): ReadonlyMap<string, number> {
  const changed = new Map<string, number>()
  for (const { line } of after.placed.values()) {
    const was = before.placed.get(line._id)?.line.allotted_quantity ?? line.allotted_quantity
    if (was !== line.allotted_quantity && !isOwnRow(line)) changed.set(line._id, was)
  }
  return changed
}

/** Shows the board as it is now, and marks for ten seconds the cells that others changed. */
export function takeBoard(board: Board): void {
  const state = getState()
  const { index: before, filters, view, nothing } = state
  const index = indexBoard(board, before)
  const shortFirst = state.shortFirst ?? shortIds(index)
  const changed = findChanged(before, index)
  const { drafts, lost } = followRows(state, BOARD_LINE_FIELDS, (id) => index.placed.get(id)?.line)
  setState({
    index,
    shortFirst,
    drafts,
    lost,
    nothing: drafts === state.drafts ? nothing : null,
    view: toView(index, filters, shortFirst, view),
    ...(changed.size > 0 && { changed: new Map([...state.changed, ...changed]) }),
  })
  if (changed.size === 0) return
  const isKept = ([id, was]: [string, number]) => changed.get(id) !== was
  setTimeout(
    () => setState((now) => ({ changed: new Map([...now.changed].filter(isKept)) })),
    CHANGED_MS,
  )
}

export function setFilters(change: Partial<Filters>): void {
  const { index, view, filters: before } = getState()
  const filters = { ...before, ...change }
  const shortFirst = shortIds(index)
  setState({
    ...NO_ENTRY,
    filters,
    shortFirst: index === UNREAD ? null : shortFirst,
    anchor: null,
    view: toView(index, filters, shortFirst, view),
  })
}

const isNote = (value: unknown): value is Note => isRecord(value) && typeof value.text === 'string'

export function setNote(text: string): void {
  const { note } = getState()
  if (note) setState({ note: { ...note, text } })
}

/** Begins with the filters of the address and the drafts that this tab kept. */
export const openBoard = (filters: Filters): void =>
  setState({
    filters,
    shortFirst: null,
    earlier: [],
    refusal: null,
    drafts: readDraft(DRAFTS, isDrafts<BoardLineValues>) ?? {},
    lost: {},
    note: readDraft(NOTE, isNote),
  })

useBoard.subscribe(({ drafts, lost, note }, before) => {
  if (note !== before.note)
    if (note) writeDraft(NOTE, note)
    else clearDraft(NOTE)
  if (drafts === before.drafts && lost === before.lost) return
  const all = { ...lost, ...drafts }
  if (Object.keys(all).length > 0) writeDraft(DRAFTS, all)
  else clearDraft(DRAFTS)
})

/**
 * Takes new drafts, and what else changes with them. It ends what is being typed, unless `also` goes on with it. `isStep`: Ctrl-Z takes the
 * drafts back in one step.
 */
export function setDrafts(drafts: LineDrafts, also: Partial<BoardState> = {}, isStep = true): void {
  const { drafts: before, note, earlier } = getState()
  const step = isStep &&
    drafts !== before && {
      earlier: [...earlier.slice(1 - MOST_STEPS), { drafts: before, note }],
    }
  // The rule goes with the last of what it shared out.
  const unnoted = Object.keys(drafts).length === 0 && { note: null }
  setState({ ...NO_ENTRY, ...also, drafts, ...step, ...unnoted })
}

/** Takes the last change of drafts back. */
export function undoDraft(): void {
  const { earlier } = getState()
  const last = earlier.at(-1)
  if (last) setState({ ...last, ...NO_ENTRY, earlier: earlier.slice(0, -1), notTaken: new Map() })
}

/** After a save or a discard: these drafts are all that is left, and nothing can be taken back to before. */
export const settleDrafts = (drafts: LineDrafts): void =>
  setState({ ...NO_ENTRY, drafts, lost: {}, earlier: [], note: null, refusal: null })

/** Makes screen readers read a text once. */
export const toAnnouncement = (text: string): Pick<BoardState, 'announcement'> => ({
  announcement: { text, turn: getState().announcement.turn + 1 },
})
