import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'

/** A line with the row and the column in which it stands. */
export type Placed = { line: BoardLine; item: BoardItem; club: BoardClub }

/** One row: its lines by club. */
export type RowLines = ReadonlyMap<string, BoardLine>

type Place = { itemId: string; clubId: string }

export type BoardIndex = Board & {
  itemById: ReadonlyMap<string, BoardItem>
  clubById: ReadonlyMap<string, BoardClub>
  /** Where each line stands, by its id. It stays the same object while no line comes or goes. */
  places: ReadonlyMap<string, Place>
  rows: ReadonlyMap<string, RowLines>
}

export const EMPTY_INDEX: BoardIndex = {
  items: [],
  clubs: [],
  itemById: new Map(),
  clubById: new Map(),
  places: new Map(),
  rows: new Map(),
}

const NO_LINES: RowLines = new Map()

export const rowOf = (index: Pick<BoardIndex, 'rows'>, itemId: string): RowLines =>
  index.rows.get(itemId) ?? NO_LINES

/** A line of the board by its id. A club has one line of an item. */
export function placedAt(index: BoardIndex | null | undefined, lineId: string): Placed | undefined {
  const place = index?.places.get(lineId)
  if (!index || !place) return undefined
  const line = rowOf(index, place.itemId).get(place.clubId)
  const item = index.itemById.get(place.itemId)
  const club = index.clubById.get(place.clubId)
  return line && item && club && { line, item, club }
}

const isSameAnnounced = (a: BoardLine['announced'], b: BoardLine['announced']): boolean =>
  a?.allotted_quantity === b?.allotted_quantity &&
  a?.status === b?.status &&
  a?.remarks === b?.remarks

const isSameLine = (a: BoardLine, b: BoardLine): boolean =>
  a.ordered_quantity === b.ordered_quantity &&
  a.allotted_quantity === b.allotted_quantity &&
  a.delivered_quantity === b.delivered_quantity &&
  a.status === b.status &&
  a.remarks === b.remarks &&
  isSameAnnounced(a.announced, b.announced)

const isSameRow = (a: RowLines, b: RowLines): boolean =>
  a.size === b.size && [...b].every(([club, line]) => a.get(club) === line)

const itemsById = ({ items }: Board) => new Map(items.map((item) => [item._id, item]))
const clubsById = ({ clubs }: Board) => new Map(clubs.map((club) => [club.user_id, club]))

function buildIndex(board: Board, before?: BoardIndex): BoardIndex {
  const itemById = itemsById(board)
  const places = new Map<string, Place>()
  const built = new Map<string, Map<string, BoardLine>>()
  for (const { user_id: clubId, lines } of board.clubs) {
    for (const fresh of lines) {
      const { _id, item_id: itemId } = fresh
      if (!itemById.has(itemId)) continue
      const known = placedAt(before, _id)?.line
      const line = known && isSameLine(known, fresh) ? known : fresh
      places.set(_id, { itemId, clubId })
      const row = built.get(itemId) ?? new Map<string, BoardLine>()
      built.set(itemId, row.set(clubId, line))
    }
  }
  const rows = new Map<string, RowLines>()
  for (const [id, row] of built) {
    const known = before?.rows.get(id)
    rows.set(id, known && isSameRow(known, row) ? known : row)
  }
  const { items, clubs } = board
  return { items, clubs, itemById, clubById: clubsById(board), places, rows }
}

/** The clubs that are not the same objects as before: what they are now, and what they were. */
export function changedClubs(
  before: readonly BoardClub[],
  now: readonly BoardClub[],
): { was: BoardClub | undefined; is: BoardClub | undefined }[] {
  if (before === now) return []
  const known = new Map(before.map((club) => [club.user_id, club]))
  const changed = now.flatMap((is) => {
    const was = known.get(is.user_id)
    known.delete(is.user_id)
    return was === is ? [] : [{ was, is }]
  })
  return [...changed, ...[...known.values()].map((was) => ({ was, is: undefined }))]
}

/** Whether a club has the same lines as before, whatever was given to them. */
export const hasSameLines = (a: BoardClub, b: BoardClub): boolean =>
  a.lines.length === b.lines.length &&
  a.lines.every(({ _id }, place) => _id === b.lines[place]?._id)

/** The index of a board with the lines of `before`: only what the changed clubs are given is looked at. */
function updateIndex(board: Board, before: BoardIndex, changed: readonly BoardClub[]): BoardIndex {
  const touched = new Map<string, Map<string, BoardLine>>()
  for (const { user_id: clubId, lines } of changed) {
    for (const line of lines) {
      const row = touched.get(line.item_id) ?? rowOf(before, line.item_id)
      const known = row.get(clubId)
      if (known && !isSameLine(known, line))
        touched.set(line.item_id, new Map(row).set(clubId, line))
    }
  }
  const { items, clubs } = board
  const itemById = items === before.items ? before.itemById : itemsById(board)
  const rows = touched.size > 0 ? new Map([...before.rows, ...touched]) : before.rows
  return { items, clubs, itemById, clubById: clubsById(board), places: before.places, rows }
}

/**
 * The board by line and by row. Lines and rows that are as they were in `before` stay the same objects, so that a page shows again only
 * what changed.
 */
export function indexBoard(board: Board, before?: BoardIndex): BoardIndex {
  if (!before) return buildIndex(board)
  const hasSameItems =
    board.items.length === before.items.length &&
    board.items.every(({ _id }) => before.itemById.has(_id))
  const changed = changedClubs(before.clubs, board.clubs)
  const isOnlyGiven = changed.every(({ was, is }) => was && is && hasSameLines(was, is))
  return hasSameItems && isOnlyGiven
    ? updateIndex(
        board,
        before,
        changed.flatMap(({ is }) => is ?? []),
      )
    : buildIndex(board, before)
}
