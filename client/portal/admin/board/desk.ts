import { create } from 'zustand'
import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { nameInLabel, shortClubName } from '#src/rules/club-names.ts'
import type { Drafts } from './model/drafts.ts'
import { tellApart } from './model/club-names.ts'
import { filterBoard, type Filters, NO_FILTERS, shortItems } from './model/filters.ts'
import { findGone, type Gone, withGone } from './model/gone.ts'
import { type BoardIndex, changedClubs, indexBoard, placedAt } from './model/index-board.ts'
import type { Cell } from './model/moves.ts'
import { clearDraft, readDraft, writeDraft } from '#client/portal/editing/drafts.ts'
import { isRecord } from '#client/shared/storage.ts'

/** How long a line counts as changed just now. */
const NEWS_MS = 10_000
/** How long after its answer a save may still come back by the live channel. */
const OWN_ECHO_MS = 3_000
const KEEP_AFTER_MS = 300
const DRAFTS = 'board'

/** A column: its club, and whether its numbers need more room. */
export type Column = {
  id: string
  name: string
  /** The name at the head of its column. */
  plank: string
  /** The address below it, where names are alike. */
  address: string | null
  isWide: boolean
}

/** The rows and columns that the filters leave. It stays the same object while nothing of it changes. */
export type View = {
  items: readonly BoardItem[]
  /** So many of the items are the short ones that stand first. */
  leads: number
  columns: readonly Column[]
  rowAt: ReadonlyMap<string, number>
  columnAt: ReadonlyMap<string, number>
}

/** A cell by what it stands for, so that it stays the same one while rows and columns come and go. */
export type At = { itemId: string; clubId: string }

type Desk = {
  board: Board | null
  index: BoardIndex | null
  view: View
  filters: Filters
  /** The items that stand first, because they were short when the page or a filter was opened. Rows do not move under the hand. */
  leading: ReadonlySet<string> | null
  gone: Gone
  drafts: Drafts
  /** Earlier drafts, the latest last, for Ctrl-Z. */
  earlier: readonly Drafts[]
  /** The cell with the focus, and the opposite corner of the block. */
  at: At | null
  anchor: At | null
  /** The digits under the hand, and the drafts before the first of them. */
  typing: { text: string; before: Drafts } | null
  /** What was given to a line before somebody else changed it just now. */
  news: ReadonlyMap<string, number>
  /** Pasted text that was not taken, by `cellKey`. */
  wrong: ReadonlyMap<string, string>
  /** Why the last save was refused, by item; an item's words stand until one of its drafts changes. */
  refused: ReadonlyMap<string, { words: string; drafts: Drafts }>
  spoken: { text: string; turn: number }
}

const NO_VIEW: View = { items: [], leads: 0, columns: [], rowAt: new Map(), columnAt: new Map() }
const EMPTY: Desk = {
  board: null,
  index: null,
  view: NO_VIEW,
  filters: NO_FILTERS,
  leading: null,
  gone: new Map(),
  drafts: {},
  earlier: [],
  at: null,
  anchor: null,
  typing: null,
  news: new Map(),
  wrong: new Map(),
  refused: new Map(),
  spoken: { text: '', turn: 0 },
}

/** What this page shows of the board and what its person has typed; components take what they need with a selector. */
export const useDesk = create<Desk>()(() => EMPTY)

const { getState: desk, setState: setDesk } = useDesk

export const cellKey = ({ itemId, clubId }: At): string => `${itemId} ${clubId}`

export const lineAt = (index: BoardIndex | null, at: At | null): BoardLine | undefined =>
  (at && index?.rows.get(at.itemId)?.get(at.clubId)) ?? undefined

/** Where a cell stands among those shown; `null` when a filter hides it. */
export function positionOf({ rowAt, columnAt }: View, at: At | null): Cell | null {
  if (!at) return null
  const row = rowAt.get(at.itemId)
  const column = columnAt.get(at.clubId)
  return row === undefined || column === undefined ? null : { row, column }
}

export function cellAt({ items, columns }: View, { row, column }: Cell): At | null {
  const item = items[row]
  const club = columns[column]
  return item && club ? { itemId: item._id, clubId: club.id } : null
}

const placesOf = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, at]))

/** "12/120" with a sign does not fit into 60 px. What is typed never widens a column. */
const isLong = ({ allotted_quantity, ordered_quantity, status }: BoardLine): boolean =>
  allotted_quantity < ordered_quantity &&
  `${allotted_quantity}/${ordered_quantity}`.length * 6.9 + (status === 'Pending' ? 8 : 21) > 60

/** Clubs whose numbers need more room, of those that did not change since. */
const wide = new WeakMap<BoardClub, boolean>()

function isWide(club: BoardClub): boolean {
  const known = wide.get(club)
  if (known !== undefined) return known
  const found = club.lines.some(isLong)
  wide.set(club, found)
  return found
}

const isSameColumn = (a: Column, b: Column | undefined) =>
  a.id === b?.id && a.name === b.name && a.isWide === b.isWide

type Leading = ReadonlySet<string>

const shortIds = (index: BoardIndex): Leading => new Set(shortItems(index).map(({ _id }) => _id))

function toView(index: BoardIndex, filters: Filters, leading: Leading, before: View): View {
  const { items: found, clubs } = filterBoard(index, filters)
  const first = found.filter(({ _id }) => leading.has(_id))
  const items = [...first, ...found.filter(({ _id }) => !leading.has(_id))]
  const columns = clubs.map((club): Column => {
    const { user_id: id, clubName: name, email } = club
    const alike = nameInLabel(name, email)
    const plank = alike ?? shortClubName(name)
    return { id, name, plank, address: alike === null ? null : email, isWide: isWide(club) }
  })
  const hasSameColumns =
    columns.length === before.columns.length &&
    columns.every((column, at) => isSameColumn(column, before.columns[at]))
  const hasSameItems =
    items.length === before.items.length && items.every((item, at) => item === before.items[at])
  if (hasSameColumns && hasSameItems && first.length === before.leads) return before
  return {
    items,
    leads: first.length,
    columns: hasSameColumns ? before.columns : columns,
    rowAt: placesOf(items.map(({ _id }) => _id)),
    columnAt: hasSameColumns ? before.columnAt : placesOf(columns.map(({ id }) => id)),
  }
}

/** Lines that this page is saving: they are no news to its person. */
const own = new Set<string>()

function findNews(before: BoardIndex, after: BoardIndex): [string, number][] {
  const news: [string, number][] = []
  for (const { is } of changedClubs(before.clubs, after.clubs))
    for (const { _id: id, allotted_quantity } of is?.lines ?? []) {
      const known = placedAt(before, id)?.line
      if (!known || own.has(id)) continue
      if (known.allotted_quantity !== allotted_quantity) news.push([id, known.allotted_quantity])
    }
  return news
}

function forgetNews(ids: readonly string[], told: ReadonlyMap<string, number>): void {
  const news = new Map(desk().news)
  for (const id of ids) if (news.get(id) === told.get(id)) news.delete(id)
  setDesk({ news })
}

/** Shows the board as it is now. What vanished under the hand stays in its place, and what others changed is told for ten seconds. */
export function takeBoard(told: Board): void {
  const board = tellApart(told)
  const { index: before, drafts, at, gone: earlier, filters, view, news } = desk()
  const here = lineAt(before, at)?._id
  const held = here === undefined ? Object.keys(drafts) : [...Object.keys(drafts), here]
  const gone = before ? findGone(before, board, earlier, held) : earlier
  const index = indexBoard(withGone(board, gone), before ?? undefined)
  const leading = desk().leading ?? shortIds(index)
  const fresh = before ? findNews(before, index) : []
  const allNews = fresh.length > 0 ? new Map([...news, ...fresh]) : news
  setDesk({
    board,
    index,
    gone,
    leading,
    view: toView(index, filters, leading, view),
    ...(fresh.length > 0 && { news: allNews }),
  })
  if (fresh.length > 0)
    setTimeout(
      () =>
        forgetNews(
          fresh.map(([id]) => id),
          allNews,
        ),
      NEWS_MS,
    )
}

/** Runs a save of these lines; what it changes is no news to the person who did it. */
export async function asOwn<T>(ids: readonly string[], write: Promise<T>): Promise<T> {
  const forget = () => ids.forEach((id) => own.delete(id))
  for (const id of ids) own.add(id)
  try {
    const answer = await write
    setTimeout(forget, OWN_ECHO_MS)
    return answer
  } catch (error) {
    forget()
    throw error
  }
}

export function setFilters(filters: Filters): void {
  const { index, view } = desk()
  const leading = index && shortIds(index)
  const shown = index && leading && { view: toView(index, filters, leading, view) }
  setDesk({ filters, leading, ...shown, anchor: null })
}

let keeping: ReturnType<typeof setTimeout> | undefined

function keepNow(): void {
  clearTimeout(keeping)
  keeping = undefined
  const { drafts } = desk()
  if (Object.keys(drafts).length > 0) writeDraft(DRAFTS, drafts)
  else clearDraft(DRAFTS)
}

function keepSoon(): void {
  clearTimeout(keeping)
  keeping = setTimeout(keepNow, KEEP_AFTER_MS)
}

/** Keeps what was typed just before the page is left. */
export const keepBeforeLeaving = (): void => {
  if (keeping !== undefined) keepNow()
}

const isDrafts = (value: unknown): value is Drafts =>
  isRecord(value) && Object.values(value).every(isRecord)

/** The drafts that this tab kept through a reload, when there are no newer ones. */
export function openDesk(filters: Filters): void {
  const { drafts } = desk()
  const isEmpty = Object.keys(drafts).length === 0
  setDesk({ filters, leading: null, ...(isEmpty && { drafts: readDraft(DRAFTS, isDrafts) ?? {} }) })
}

const EARLIER = 200

/**
 * Takes new drafts, and what else changes with them: all that is shown asks the desk once. It ends what is being typed, unless `also` goes on
 * with it. `isStep`: Ctrl-Z takes the drafts back in one step.
 */
export function setDrafts(drafts: Drafts, also: Partial<Desk> = {}, isStep = true): void {
  const { drafts: before, earlier } = desk()
  const step = isStep && drafts !== before && { earlier: [...earlier.slice(-EARLIER), before] }
  setDesk({ typing: null, ...also, drafts, ...step })
  keepSoon()
}

/** Takes the last change of drafts back. */
export function takeBackDraft(): void {
  const { earlier } = desk()
  const last = earlier.at(-1)
  if (!last) return
  setDesk({ drafts: last, earlier: earlier.slice(0, -1), typing: null })
  keepSoon()
}

/** After a save or a discard: these drafts are all that is left, and nothing can be taken back to before. */
export function settleDrafts(drafts: Drafts): void {
  setDesk({
    drafts,
    earlier: [],
    typing: null,
    wrong: new Map(),
    gone: new Map(),
    refused: new Map(),
  })
  keepSoon()
  const { board } = desk()
  if (board) takeBoard(board)
}

/** What a screen reader says next, once. */
export const toSay = (text: string): Pick<Desk, 'spoken'> => ({
  spoken: { text, turn: desk().spoken.turn + 1 },
})
