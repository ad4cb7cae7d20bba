import { decideSheet, sheetSaved } from '#src/rules/stock-sheet.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'
import type { CartRow } from './topics.ts'

/** The method `stock.saveSheet`. */
export function openSheets(
  { prepare, write }: Connection,
  { topics, items, entries, keys }: Parts,
): Pick<StockStore, 'saveSheet'> {
  const savedBy = prepare<{ by: string | null; at: number }, [string]>(
    `SELECT a.cord_name AS by, b.at FROM sheets s JOIN batches b ON b.id = s.batch
     LEFT JOIN accounts a ON a.id = b.actor
     WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM batches u WHERE u.undoes = b.id)`,
  )
  const remember = prepare('INSERT OR REPLACE INTO sheets (id, batch) VALUES (?, ?)')

  return {
    saveSheet: ({ mode, sheet, rows, actorId, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const counted = mode === 'count' ? sheet : undefined
          const saved = counted === undefined ? null : savedBy.get(counted)
          if (saved) throw sheetSaved(saved.by, saved.at, now)
          const { added, changed, entries: made, isInCatalogue } = decideSheet(mode, rows, items)
          for (const item of added) items.insert(item)
          const carts = new Map<string, CartRow>()
          for (const { before, after, isOnLines } of changed) {
            items.set(before._id, after)
            if (isOnLines) for (const cart of items.cartsWith(before._id)) carts.set(cart.id, cart)
          }
          const batch = entries.add({ by: actorId, at: now, entries: made })
          if (counted !== undefined && batch !== undefined) remember.run(counted, batch)
          const moved = topics.moveCarts([...carts.values()])
          if (made.length > 0) moved.push(topics.move('inventory'))
          if (isInCatalogue) moved.push(topics.move('catalogue'))
          const body = toAnswer({ batch, added: added.length, changed: changed.length })
          return { body, moved }
        }),
      ),
  }
}
