import { replaceEqualDeep } from '@tanstack/react-query'
import type { Board, BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'

/** A line with the row and the column in which it stands. */
export type Placed = { line: BoardLine; item: BoardItem; club: BoardClub }

/** One row: its lines by club. */
export type RowLines = ReadonlyMap<string, BoardLine>

export type BoardIndex = Board & {
  itemById: ReadonlyMap<string, BoardItem>
  clubById: ReadonlyMap<string, BoardClub>
  /** Where each line stands, by its id. */
  places: ReadonlyMap<string, { itemId: string; clubId: string }>
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
export function placedAt(index: BoardIndex, lineId: string): Placed | undefined {
  const place = index.places.get(lineId)
  if (!place) return undefined
  const line = rowOf(index, place.itemId).get(place.clubId)
  const item = index.itemById.get(place.itemId)
  const club = index.clubById.get(place.clubId)
  return line && item && club && { line, item, club }
}

/** The clubs that are not the same objects as before: what they are now, and what they were. */
export function changedClubs(
  before: readonly BoardClub[],
  now: readonly BoardClub[],
): { was: BoardClub | undefined; is: BoardClub | undefined }[] {
  const known = new Map(before.map((club) => [club.user_id, club]))
  const changed = now.flatMap((is) => {
    const was = known.get(is.user_id)
    known.delete(is.user_id)
    return was === is ? [] : [{ was, is }]
  })
  return [...changed, ...[...known.values()].map((was) => ({ was, is: undefined }))]
}

/**
 * The board by line and by row. Lines and rows that are as they were in `before` stay the same objects, so that a page shows again only
 * what changed.
 */
export function indexBoard(board: Board, before = EMPTY_INDEX): BoardIndex {
  const places = new Map(before.places)
  const rows = new Map(before.rows)
  const touched = new Map<string, Map<string, BoardLine>>()
  function touch(itemId: string): Map<string, BoardLine> {
    const row = touched.get(itemId) ?? new Map(rows.get(itemId))
    touched.set(itemId, row)
    return row
  }
  for (const { was, is } of changedClubs(before.clubs, board.clubs)) {
    const kept = new Set(is?.lines.map(({ _id }) => _id))
    for (const { _id, item_id: itemId } of was?.lines ?? [])
      if (was && !kept.has(_id)) {
        places.delete(_id)
        touch(itemId).delete(was.user_id)
      }
    for (const line of is?.lines ?? []) {
      const place = { itemId: line.item_id, clubId: is?.user_id ?? '' }
      places.set(line._id, place)
      const known = (touched.get(place.itemId) ?? rows.get(place.itemId))?.get(place.clubId)
      if (replaceEqualDeep(known, line) !== known) touch(place.itemId).set(place.clubId, line)
    }
  }
  for (const [itemId, row] of touched)
    if (row.size > 0) rows.set(itemId, row)
    else rows.delete(itemId)
  const { items, clubs } = board
  return {
    items,
    clubs,
    itemById: new Map(items.map((item) => [item._id, item])),
    clubById: new Map(clubs.map((club) => [club.user_id, club])),
    places,
    rows,
  }
}

/** Whether a club has the same lines as before, whatever was given to them. */
export const hasSameLines = (a: BoardClub, b: BoardClub): boolean =>
  a.lines.length === b.lines.length &&
  a.lines.every(({ _id }, place) => _id === b.lines[place]?._id)
