import type { Board, BoardLine } from '#src/contract/board.ts'
import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { conflictsOf, type Draft, type Drafts } from './drafts.ts'
import type { Gone } from './gone.ts'
import { type BoardIndex, placedAt } from './index-board.ts'

function toChange(line: BoardLine, { given, status, remarks }: Draft): LineChange {
  const added = given ? given.mine - line.allotted_quantity : 0
  return {
    _id: line._id,
    ...(added !== 0 && { allotted_quantity: added }),
    ...(status && status.mine !== line.status && { status: status.mine }),
    ...(remarks && remarks.mine !== line.remarks && { remarks: remarks.mine }),
  }
}

export type ToSave = {
  changes: LineChange[]
  /** The drafts that the changes save. */
  drafts: Drafts
  /** Lines in conflict: they wait until somebody chooses. */
  waiting: string[]
}

/** The rows of one `update-multiple-cart-items`. A line in conflict is left out, and so is one that is gone. */
export function toSave(index: BoardIndex, drafts: Drafts, gone: Gone): ToSave {
  const save: ToSave = { changes: [], drafts: {}, waiting: [] }
  const sent: Record<string, Draft> = {}
  for (const [id, draft] of Object.entries(drafts)) {
    const line = placedAt(index, id)?.line
    if (!line || gone.has(id)) continue
    if (conflictsOf(line, draft).length > 0) {
      save.waiting.push(id)
      continue
    }
    sent[id] = draft
    save.changes.push(toChange(line, draft))
  }
  return { ...save, drafts: sent }
}

/** The drafts without those that were saved; what was typed since stays. */
export const withoutSaved = (drafts: Drafts, saved: Drafts): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([id, draft]) => saved[id] !== draft))

/**
 * The board with the lines that a save has answered, before the live channel says the same. `before` is the board when the save was sent:
 * a club or an item that moved since is left as it is, for its row may tell of this save already, or of a later one.
 */
export function withSavedLines<B extends Board>(
  board: B,
  saved: readonly OrderLine[],
  before: Board,
): B {
  const byId = new Map(saved.map((line) => [line._id, line]))
  const revs = new Map([
    ...before.clubs.map(({ user_id, rev }) => [user_id, rev] as const),
    ...before.items.map(({ _id, rev }) => [_id, rev] as const),
  ])
  const units = new Map<string, number>()
  const clubs = board.clubs.map((club) => {
    const isTouched = club.lines.some(({ _id }) => byId.has(_id))
    if (!isTouched || revs.get(club.user_id) !== club.rev) return club
    const lines = club.lines.map((line) => {
      const now = byId.get(line._id)
      if (!now) return line
      const { allotted_quantity, status, remarks, announced } = now
      const { announced: _, ...rest } = line
      const gained = allotted_quantity - line.allotted_quantity
      units.set(line.item_id, (units.get(line.item_id) ?? 0) + gained)
      return { ...rest, allotted_quantity, status, remarks, ...(announced && { announced }) }
    })
    return { ...club, lines }
  })
  const items = board.items.map((item) => {
    const gone = units.get(item._id) ?? 0
    return gone === 0 || revs.get(item._id) !== item.rev
      ? item
      : { ...item, itemQuantity: item.itemQuantity - gone }
  })
  return { ...board, items, clubs }
}
