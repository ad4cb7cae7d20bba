import type { EntryKind } from '#src/contract/history.ts'
import type { NewEntry } from '#src/rules/entries.ts'
import type { Entry } from '../port.ts'
import { carriedBatchId, entryId } from './entry-ids.ts'

/** Schema 2: why a quantity changed. */
type MovementReason = 'allotted' | 'edited' | 'line removed' | 'cart removed'

/** Schema 2: one change of a quantity, of an item's shelf, of a line, or of both in opposite directions. */
export type Movement = {
  itemId: string | null
  itemChange: number
  lineId: string | null
  lineChange: number
  reason: MovementReason
  actorId: string
  at: number
}

/** The rows of schema 2 from which its history follows. */
export type RowsOfHistory = {
  /** Oldest first. */
  movements: Movement[]
  items: { id: string; firstQuantity: number }[]
  carts: { id: string; accountId: string }[]
  lines: {
    id: string
    cartId: string
    itemId: string | null
    allotted: number
    deleted: { at: number; by: string } | null
  }[]
}

const KIND: Record<MovementReason, EntryKind> = {
  allotted: 'line_decided',
  edited: 'item_edited',
  'line removed': 'line_deleted',
  'cart removed': 'line_deleted',
}

/** A change with its time in the order of the history, which does not run backwards. */
type Carried = { entry: NewEntry; at: number; by: string; order: number; reason: string }

/** Adds to a sum and answers it before and after. */
function step(sums: Map<string, number>, id: string, change: number): readonly [number, number] {
  const before = sums.get(id) ?? 0
  sums.set(id, before + change)
  return [before, before + change]
}

/**
 * The history that schema 2 recorded: a movement becomes an entry with the sum before and after it, and a deletion that returned nothing
 * becomes one too. The same rows give the same entries and ids, so that an interrupted migration can start again. Oldest first.
 */
export function carryHistory({ movements, items, carts, lines }: RowsOfHistory): Entry[] {
  const clubs = new Map(carts.map(({ id, accountId }) => [id, accountId]))
  const clubOf = new Map(lines.map(({ id, cartId }) => [id, clubs.get(cartId) ?? null]))
  const shelves = new Map(items.map(({ id, firstQuantity }) => [id, firstQuantity]))
  const given = new Map<string, number>()
  const recorded = new Set<string>()
  let latest = 0

  const carried = movements.map((movement): Carried => {
    const { itemId, itemChange, lineId, lineChange, reason, actorId, at } = movement
    latest = Math.max(latest, at)
    const shelf = itemId === null ? null : step(shelves, itemId, itemChange)
    const line = lineId === null ? null : step(given, lineId, lineChange)
    const kind = KIND[reason]
    if (kind === 'line_deleted' && lineId !== null) recorded.add(lineId)
    const entry: NewEntry = {
      kind,
      accountId: lineId === null ? null : (clubOf.get(lineId) ?? null),
      lineId,
      itemId,
      units: lineId === null ? itemChange : lineChange,
      changes: line ? { allotted: line } : shelf ? { itemQuantity: shelf } : {},
      told: null,
      reason: '',
    }
    return { entry, at, by: actorId, order: latest, reason }
  })
  for (const { id, cartId, itemId, deleted } of lines) {
    if (!deleted || recorded.has(id)) continue
    const accountId = clubs.get(cartId) ?? null
    const entry: NewEntry = {
      kind: 'line_deleted',
      accountId,
      lineId: id,
      itemId,
      units: 0,
      changes: {},
      told: null,
      reason: '',
    }
    carried.push({ entry, at: deleted.at, by: deleted.by, order: deleted.at, reason: cartId })
  }

  const entries: Entry[] = []
  let batch = ''
  let index = 0
  const rows = new Set<string>()
  let previous: Carried | undefined
  // A stable sort: movements of one moment keep their order.
  for (const change of carried.toSorted((a, b) => a.order - b.order)) {
    // A call leaves one entry for each row.
    const row = change.entry.lineId ?? change.entry.itemId ?? ''
    const isSameCall =
      previous?.at === change.at &&
      previous.by === change.by &&
      previous.reason === change.reason &&
      index < 5_000 &&
      !rows.has(row)
    if (!isSameCall) {
      rows.clear()
      batch = carriedBatchId(change.order, entries.length)
      index = 0
    }
    entries.push({
      ...change.entry,
      id: entryId(batch, index),
      batch,
      at: change.at,
      by: change.by,
      undoes: null,
    })
    rows.add(row)
    index += 1
    previous = change
  }
  return entries
}
