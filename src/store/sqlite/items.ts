import type { StockItem } from '#src/contract/records.ts'
import type { Connection } from './connection.ts'

/** Finds stock items, and moves units on and off shelves. */
export function openItems({ prepare }: Connection) {
  const columns = 'id AS _id, name AS itemName, quantity AS itemQuantity, status AS itemStatus, rev'
  const all = prepare<StockItem, []>(`SELECT ${columns} FROM items`)
  const byId = prepare<StockItem, [string]>(`SELECT ${columns} FROM items WHERE id = ?`)
  const byName = prepare<StockItem, [string]>(`SELECT ${columns} FROM items WHERE name_key = ?`)
  const take = prepare('UPDATE items SET quantity = quantity - ?, rev = rev + 1 WHERE id = ?')
  return {
    all: (): StockItem[] => all.all(),
    byId: (id: string): StockItem | null => byId.get(id),
    /** `key` is a `nameKey`. */
    byName: (key: string): StockItem | null => byName.get(key),
    /** Takes units off the shelf, below zero puts them back. Belongs in a write. */
    take(itemId: string, units: number): void {
      take.run(units, itemId)
    },
  }
}

export type Items = ReturnType<typeof openItems>
