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

export const rowOf = (index: BoardIndex, itemId: string): RowLines =>
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

/**
 * The board by line and by row. Lines and rows that are as they were in `before` stay the same objects, so that a page shows again only
 * what changed.
 */
export function indexBoard(board: Board, before?: BoardIndex): BoardIndex {
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
