import type { Db } from 'mongodb'
import type { Entry } from '../port.ts'
import { carryHistory, type Movement } from '../shared/carried.ts'
import { BATCH_ROWS } from '../transfer.ts'
import type { Collections } from './documents.ts'

/** The collection of schema 2 that the history takes over. */
export const MOVEMENTS = 'movements'

/** An entry of schemas 3 to 5: a document of its own. */
export type EntryOf3 = Omit<Entry, 'id' | 'told'> & { _id: string; told?: Entry['told'] }

/**
 * Migrates schema 2 to schema 3: the history takes over the movements of quantities. The step can be repeated after it was cut off at any
 * write: the entries have the same ids each time, and once they are all there, the movements are dropped.
 */
export async function migrateToVersion3(
  { carts, items, removedLines }: Collections,
  hold: () => void,
  db: Db,
): Promise<void> {
  const isCarried = (await db.listCollections({ name: MOVEMENTS }).toArray()).length === 0
  if (isCarried) return
  const movements = db.collection<Movement & { _id: string }>(MOVEMENTS)
  const baskets = await carts.find().toArray()
  const removed = await removedLines.find().toArray()
  const carried = carryHistory({
    // Their ids sort by time.
    movements: await movements.find().sort({ _id: 1 }).toArray(),
    items: (await items.find().toArray()).map(({ _id, firstQuantity }) => ({
      id: _id,
      firstQuantity,
    })),
    carts: baskets.map(({ _id, accountId }) => ({ id: _id, accountId })),
    lines: [
      ...baskets.flatMap(({ _id: cartId, lines }) =>
        lines.map(({ _id, itemId, allotted }) => ({
          id: _id,
          cartId,
          itemId,
          allotted,
          deleted: null,
        })),
      ),
      ...removed.map(({ _id, cartId, itemId, allotted, deletedAt, deletedBy }) => ({
        id: _id,
        cartId,
        itemId,
        allotted,
        deleted: { at: deletedAt, by: deletedBy },
      })),
    ],
  })
  for (let start = 0; start < carried.length; start += BATCH_ROWS) {
    hold()
    await db.collection<EntryOf3>('entries').bulkWrite(
      carried.slice(start, start + BATCH_ROWS).map(({ id, ...entry }) => ({
        replaceOne: { filter: { _id: id }, replacement: entry, upsert: true },
      })),
    )
  }
  hold()
  await movements.drop()
}
