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
import { withDistinctNames } from './model/club-names.ts'
import { filterBoard, type Filters, NO_FILTERS, shortItems } from './model/filters.ts'
import { type BoardIndex, EMPTY_INDEX, indexBoard } from './model/index-board.ts'
import type { LineDrafts } from './model/line-drafts.ts'
import type { Cell } from './model/moves.ts'
import type { Nothing } from './model/nothing.ts'
import { findRemoved, type Removed, withRemoved } from './model/removed.ts'

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

type BoardState = {
  /** As the server has it; `null` until it is read. */
  board: Board | null
  /** The same with the removed lines in their old places. */
  index: BoardIndex
  view: View
  filters: Filters
  /** The items that were short when the page or a filter was opened. They stand first, and rows keep their places while somebody works. */
  shortFirst: ReadonlySet<string> | null
  removed: Removed
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
  /** The lines that get nothing by the last press, the drafts before and after it, where it was pressed, and the remark. */
  nothing:
    | (Nothing &
        Pick<BoardState, 'active' | 'anchor'> & {
          before: LineDrafts
          after: LineDrafts
          remarks: string
        })
    | null
  /** The line whose history is open, by id. */
  historyOf: string | null
  /** The rule by which the drafts were shared out; it goes on record with them. */
  note: Note | null
  /** By line that somebody else changed within 10 s: the units it had before. */
  changed: ReadonlyMap<string, number>
  /** Typed or pasted text that was not taken, by `cellKey`. */
  notTaken: ReadonlyMap<string, string>
  /** Why the last save was refused, by item; shown until one of the item's drafts changes. */
  refused: ReadonlyMap<string, { words: string; drafts: LineDrafts }>
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
  board: null,
  index: EMPTY_INDEX,
  view: NO_VIEW,
  filters: NO_FILTERS,
  shortFirst: null,
  removed: new Map(),
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
  refused: new Map(),
  announcement: { text: '', turn: 0 },
}))

const { getState, setState } = useBoard

/** For sums over the board: after a keystroke they update one render later, so that the cell is shown first. */
export const useDeferredBoard = () =>
  useDeferredValue(
    useBoard(
      useShallow(({ board, index, view, drafts }) => ({
        isRead: board !== null,
        index,
        view,
        drafts,
      })),
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

const isSameColumn = (a: Column, b: Column | undefined) => a.id === b?.id && a.name === b.name

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
  const hasSameColumns =
    columns.length === before.columns.length &&
    columns.every((column, at) => isSameColumn(column, before.columns[at]))
  const hasSameItems =
    items.length === before.items.length && items.every((item, at) => item === before.items[at])
  if (hasSameColumns && hasSameItems && short.length === before.shortCount) return before
  return {
    items,
    shortCount: short.length,
    columns: hasSameColumns ? before.columns : columns,
    rowAt: positions(items.map(({ _id }) => _id)),
    columnAt: hasSameColumns ? before.columnAt : positions(columns.map(({ id }) => id)),
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

function forgetLater(changed: ReadonlyMap<string, number>): void {
  const isKept = ([id, was]: [string, number]) => changed.get(id) !== was
  setTimeout(
    () => setState((now) => ({ changed: new Map([...now.changed].filter(isKept)) })),
    CHANGED_MS,
  )
}

/** Shows the board as it is now. A line in use that was removed stays in its place, and what others changed is marked for ten seconds. */
export function takeBoard(read: Board): void {
  const board = withDistinctNames(read)
  const state = getState()
  const { index: before, active, filters, view } = state
  const here = lineAt(before, active)?._id
  const inUse =
    here === undefined ? Object.keys(state.drafts) : [...Object.keys(state.drafts), here]
  const removed = findRemoved(before, board, state.removed, inUse)
  const index = indexBoard(withRemoved(board, removed), before)
  const shortFirst = state.shortFirst ?? shortIds(index)
  const changed = state.board ? findChanged(before, index) : new Map<string, number>()
  const { drafts, lost } = followRows(state, BOARD_LINE_FIELDS, (id) =>
    removed.has(id) ? undefined : index.placed.get(id)?.line,
  )
  setState({
    board,
    index,
    removed,
    shortFirst,
    drafts,
    lost,
    view: toView(index, filters, shortFirst, view),
    ...(changed.size > 0 && { changed: new Map([...state.changed, ...changed]) }),
  })
  if (changed.size > 0) forgetLater(changed)
}

export function setFilters(change: Partial<Filters>): void {
  const { index, view, board, filters: before } = getState()
  const filters = { ...before, ...change }
  const shortFirst = board && shortIds(index)
  setState({
    filters,
    shortFirst,
    anchor: null,
    ...(shortFirst && { view: toView(index, filters, shortFirst, view) }),
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
  setState({ typing: null, ...also, drafts, ...step, ...unnoted })
}

/** Takes the last change of drafts back. */
export function undoDraft(): void {
  const { earlier } = getState()
  const last = earlier.at(-1)
  if (last) setState({ ...last, earlier: earlier.slice(0, -1), typing: null, notTaken: new Map() })
}

/** After a save or a discard: these drafts are all that is left, and nothing can be taken back to before. */
export function settleDrafts(drafts: LineDrafts): void {
  setState({
    drafts,
    lost: {},
    earlier: [],
    note: null,
    typing: null,
    removed: new Map(),
    refused: new Map(),
  })
  const { board } = getState()
  if (board) takeBoard(board)
}

/** Makes screen readers read a text once. */
export const toAnnouncement = (text: string): Pick<BoardState, 'announcement'> => ({
  announcement: { text, turn: getState().announcement.turn + 1 },
})
