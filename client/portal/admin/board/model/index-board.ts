import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'

/** A line with the row and the column in which it stands. */
export type Placed = { line: BoardLine; item: BoardItem; club: BoardClub }

/** One row: its lines by club. */
export type RowLines = ReadonlyMap<string, BoardLine>

export type BoardIndex = Board & {
  placed: ReadonlyMap<string, Placed>
  rows: ReadonlyMap<string, RowLines>
}

export const EMPTY_INDEX: BoardIndex = { items: [], clubs: [], placed: new Map(), rows: new Map() }

const NO_LINES: RowLines = new Map()

export const rowOf = (index: Pick<BoardIndex, 'rows'>, itemId: string): RowLines =>
  index.rows.get(itemId) ?? NO_LINES

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

function buildIndex(board: Board, before: BoardIndex | undefined): BoardIndex {
  const items = new Map(board.items.map((item) => [item._id, item]))
  const placed = new Map<string, Placed>()
  const built = new Map<string, Map<string, BoardLine>>()
  for (const club of board.clubs) {
    for (const fresh of club.lines) {
      const item = items.get(fresh.item_id)
      if (!item) continue
      const known = before?.placed.get(fresh._id)?.line
      const line = known && isSameLine(known, fresh) ? known : fresh
      placed.set(line._id, { line, item, club })
      const row = built.get(item._id) ?? new Map<string, BoardLine>()
      built.set(item._id, row.set(club.user_id, line))
    }
  }
  const rows = new Map<string, RowLines>()
  for (const [id, row] of built) {
    const known = before?.rows.get(id)
    rows.set(id, known && isSameRow(known, row) ? known : row)
  }
  return { items: board.items, clubs: board.clubs, placed, rows }
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

/** The index of a board with the items of `before`: only the changed clubs and items are looked at. */
function updateIndex(board: Board, before: BoardIndex): BoardIndex {
  const items = new Map(board.items.map((item) => [item._id, item]))
  const placed = new Map(before.placed)
  const rows = new Map(before.rows)
  const touched = new Map<string, Map<string, BoardLine>>()
  function rowToChange(itemId: string): Map<string, BoardLine> {
    const row = touched.get(itemId) ?? new Map(rowOf(before, itemId))
    touched.set(itemId, row)
    return row
  }
  for (const { was, is } of changedClubs(before.clubs, board.clubs)) {
    const kept = new Set(is?.lines.map(({ _id }) => _id))
    for (const { _id, item_id } of was?.lines ?? [])
      if (!kept.has(_id) && placed.delete(_id)) rowToChange(item_id).delete(was?.user_id ?? '')
    for (const fresh of is?.lines ?? []) {
      const item = items.get(fresh.item_id)
      if (!is || !item) continue
      const known = placed.get(fresh._id)?.line
      const line = known && isSameLine(known, fresh) ? known : fresh
      placed.set(line._id, { line, item, club: is })
      if (line !== known) rowToChange(item._id).set(is.user_id, line)
    }
  }
  for (const [id, row] of touched) rows.set(id, row)
  for (const item of before.items) {
    const now = items.get(item._id)
    if (!now || now === item) continue
    for (const { _id } of rowOf({ rows }, item._id).values()) {
      const place = placed.get(_id)
      if (place) placed.set(_id, { ...place, item: now })
    }
  }
  return { items: board.items, clubs: board.clubs, placed, rows }
}

/**
 * The board by line and by row. Lines and rows that are as they were in `before` stay the same objects, so that a page shows again only
 * what changed.
 */
export function indexBoard(board: Board, before?: BoardIndex): BoardIndex {
  if (!before) return buildIndex(board, before)
  const known = new Set(before.items.map(({ _id }) => _id))
  const hasSameItems =
    board.items.length === known.size && board.items.every(({ _id }) => known.has(_id))
  return hasSameItems ? updateIndex(board, before) : buildIndex(board, before)
}
