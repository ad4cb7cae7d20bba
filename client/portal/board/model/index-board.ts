import { replaceEqualDeep } from '@tanstack/react-query'
import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { labelAlike } from '#src/rules/club-names.ts'

/** A line with the row and the column in which it stands. */
export type Placed = { line: BoardLine; item: BoardItem; club: BoardClub }

/** One row: its lines by club. A club has one line of an item. */
export type RowLines = ReadonlyMap<string, BoardLine>

export type BoardIndex = Board & {
  itemById: ReadonlyMap<string, BoardItem>
  clubById: ReadonlyMap<string, BoardClub>
  /** The lines by id. */
  placed: ReadonlyMap<string, Placed>
  rows: ReadonlyMap<string, RowLines>
}

/** Before the board is read. */
export const UNREAD: BoardIndex = {
  items: [],
  clubs: [],
  itemById: new Map(),
  clubById: new Map(),
  placed: new Map(),
  rows: new Map(),
}

const NO_LINES: RowLines = new Map()

export const rowOf = (index: Pick<BoardIndex, 'rows'>, itemId: string): RowLines =>
  index.rows.get(itemId) ?? NO_LINES

/** Clubs with alike names get their verified address behind it. */
export function withDistinctNames(board: Board): Board {
  const named = board.clubs.map(({ user_id: id, clubName: name, email }) => ({ id, name, email }))
  const labels = labelAlike(named)
  if (labels.size === 0) return board
  const clubs = board.clubs.map((club) => {
    const label = labels.get(club.user_id)
    return label === undefined ? club : { ...club, clubName: label }
  })
  return { ...board, clubs }
}

/**
 * The board by line and by row. Lines and rows that are as they were in `before` stay the same objects, so that a page shows again only
 * what changed.
 */
export function indexBoard(board: Board, before = UNREAD): BoardIndex {
  const { items, clubs } = withDistinctNames(board)
  const itemById = new Map(items.map((item) => [item._id, item]))
  const clubById = new Map(clubs.map((club) => [club.user_id, club]))
  const placed = new Map<string, Placed>()
  const rows = new Map<string, Map<string, BoardLine>>()
  const changed = new Set<string>()
  for (const club of clubs)
    for (const read of club.lines) {
      const known = before.placed.get(read._id)
      const line = replaceEqualDeep(known?.line, read)
      if (line !== known?.line) changed.add(line.item_id)
      const item = itemById.get(line.item_id)
      if (item) placed.set(line._id, { line, item, club })
      const row = rows.get(line.item_id)
      if (row) row.set(club.user_id, line)
      else rows.set(line.item_id, new Map([[club.user_id, line]]))
    }
  const shared = [...rows].map(([itemId, row]): [string, RowLines] => {
    const known = rowOf(before, itemId)
    return [itemId, changed.has(itemId) || known.size !== row.size ? row : known]
  })
  return { items, clubs, itemById, clubById, placed, rows: new Map(shared) }
}
