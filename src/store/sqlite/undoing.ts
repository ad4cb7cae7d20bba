import type { ClubId } from '#src/contract/ids.ts'
import type { Changes } from '#src/rules/entries.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { editionHasEnded } from '#src/rules/editions.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  alreadyUndone,
  isEnding,
  type Present,
  type PresentLine,
  undo,
  type UndoableEntry,
} from '#src/rules/undo.ts'
import type { HistoryStore, Nudge } from '../port.ts'
import { entryId } from '../shared/entry-ids.ts'
import type { Ending } from './ending.ts'
import type { Connection } from './connection.ts'
import {
  ENTRY_ITEM,
  LINE_OF_ENTRY,
  LINE_ROW_COLUMNS,
  type LineRow,
  read,
  type Stored,
} from './lines.ts'
import type { CartRow } from './topics.ts'
import type { Parts } from './parts.ts'

/** A line, live or deleted. */
type AnyLine = LineRow & { clubId: ClubId; isDeleted: number }

/** The method `history.undo`. */
export function openUndoing(
  { prepare, write }: Connection,
  { topics, items, lines, ordering, editions, entries, keys }: Parts,
  ending: Ending,
): Pick<HistoryStore, 'undo'> {
  const batchOf = prepare<{ seq: number; isUndone: number }, [string]>(
    `SELECT seq, EXISTS (SELECT 1 FROM batches u WHERE u.undoes = batches.id) AS isUndone
     FROM batches WHERE id = ?`,
  )
  const entriesOf = prepare<
    Omit<UndoableEntry, 'id' | 'changes' | 'told'> & { changes: string },
    [number]
  >(
    `SELECT kind, club_id AS clubId, person_id AS personId, line_id AS lineId, ${ENTRY_ITEM} AS itemId, units, changes, reason
     FROM entries e ${LINE_OF_ENTRY} WHERE batch = ? ORDER BY place`,
  )
  const lineOf = prepare<Stored<AnyLine>, [string]>(
    `SELECT ${LINE_ROW_COLUMNS}, l.deleted IS NOT NULL AS isDeleted,
       (SELECT club_id FROM carts WHERE id = l.cart_id) AS clubId
     FROM lines l WHERE l.id = ?`,
  )
  const liveWithKey = prepare(
    'SELECT 1 FROM lines WHERE cart_id = ? AND line_key = ? AND deleted IS NULL',
  )

  function readBatch(batch: string): UndoableEntry[] {
    const found = batchOf.get(batch)
    if (!found) throw notFound('This change')
    if (found.isUndone !== 0) throw alreadyUndone()
    return entriesOf.all(found.seq).map((entry, index) => ({
      ...entry,
      id: entryId(batch, index),
      changes: JSON.parse(entry.changes) as Changes,
      told: null,
    }))
  }

  function anyLine(id: string): AnyLine | null {
    const row = lineOf.get(id)
    return row && read<AnyLine>(row)
  }

  /** Throws `cannot_undo` if a line belongs to an edition that has ended. */
  function checkOpen(found: readonly UndoableEntry[]): void {
    const ofLine = found.find(({ lineId }) => lineId !== null)
    const ended = ofLine?.lineId ? editions.endedOf(ofLine.lineId) : null
    if (ended !== null) throw editionHasEnded(ended)
  }

  /** A line as it is now, deleted or live. */
  function presentLine(id: string): PresentLine | null {
    const line = anyLine(id)
    if (!line) return null
    const isDeleted = line.isDeleted !== 0
    const isOrderedAgain = isDeleted && liveWithKey.get(line.cartId, lineKey(line)) !== null
    return { ...line, isDeleted, isOrderedAgain }
  }

  /** Writes what `undo` decided and answers the moved topics. */
  function apply(undone: ReturnType<typeof undo>): Nudge[] {
    for (const { line: before, isRestored, ...after } of undone.lines) {
      const line = anyLine(before._id)
      if (!line) continue
      if (isRestored) lines.restore(line, { ...line, ...after })
      else lines.update(line, { ...line, ...after }, false)
    }
    const carts = new Map<string, CartRow>()
    for (const { item, after, isOnLines } of undone.items) {
      items.note(item._id, after)
      items.set(item._id, { ...after, itemQuantity: item.itemQuantity })
      if (isOnLines) for (const cart of items.cartsWith(item._id)) carts.set(cart.id, cart)
    }
    for (const [itemId, units] of undone.taken) if (units !== 0) items.take(itemId, units)

    for (const { line } of undone.lines) {
      const cart = topics.cart(line.cartId)
      if (cart) carts.set(cart.id, cart)
    }
    const moved = topics.moveCarts([...carts.values()])
    if (undone.items.length > 0 || undone.taken.size > 0) moved.push(topics.move('inventory'))
    if (undone.items.some(({ isInCatalogue }) => isInCatalogue))
      moved.push(topics.move('catalogue'))
    return moved
  }

  return {
    undo: ({ batch, isRest = false, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const present: Present = {
            line: presentLine,
            item: items.present,
            isNameTaken: (name, itemId) => (items.byName(nameKey(name))?._id ?? itemId) !== itemId,
            cartSize: lines.countOf,
            isHeld: ordering.read().ordering.decisionsHeld,
          }
          const found = readBatch(batch)
          if (isEnding(found)) {
            const { batch: own, moved } = ending.takeBack(batch, found, { by: actorId, now })
            return { body: toAnswer(own, []), moved }
          }
          checkOpen(found)
          const undone = undo(found, present, { isRest })
          const moved = apply(undone)
          const own = entries.add({ by: actorId, at: now, entries: undone.entries, undoes: batch })
          return { body: toAnswer(own ?? batch, undone.refused), moved }
        }),
      ),
  }
}
