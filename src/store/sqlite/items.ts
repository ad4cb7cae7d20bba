import { ITEM_VALUES, type ItemValues, type StockItem } from '#src/contract/records.ts'
import { pick } from '#src/contract/pick.ts'
import type { ItemNote } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { PresentItem } from '#src/rules/undo.ts'
import { columnsOf, insertInto, ITEM_TABLE, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { CartRow } from './topics.ts'

/** Finds and notes stock items, and moves units on and off shelves. */
export function openItems({ prepare }: Connection) {
  const columns = columnsOf(ITEM_TABLE, ['_id', ...ITEM_VALUES, 'rev'])
  const all = prepare<StockItem, []>(`SELECT ${columns} FROM items`)
  const byId = prepare<StockItem, [string]>(`SELECT ${columns} FROM items WHERE id = ?`)
  const byName = prepare<StockItem, [string]>(`SELECT ${columns} FROM items WHERE name_key = ?`)
  const leftOf = prepare<{ left: number }, [string]>(
    'SELECT quantity AS left FROM items WHERE id = ?',
  )
  const take = prepare('UPDATE items SET quantity = quantity - ?, rev = rev + 1 WHERE id = ?')
  const noteOf = prepare<ItemNote, [string]>(
    `SELECT ${columnsOf(ITEM_TABLE, ['itemOrderedStatus', 'itemRemark'])} FROM items WHERE id = ?`,
  )
  const note = prepare(
    `UPDATE items SET ordered_status = coalesce(?, ordered_status), remark = coalesce(?, remark),
       rev = rev + 1 WHERE id = ?`,
  )
  const insert = prepare(insertInto('items', ITEM_TABLE))
  const set = prepare(
    `UPDATE items SET ${setTo(ITEM_TABLE, ['key', ...ITEM_VALUES])}, rev = rev + 1 WHERE id = $_id`,
  )
  const cartsWith = prepare<CartRow, [string]>(
    `SELECT id, club_id AS clubId, rev FROM carts
     WHERE id IN (SELECT cart_id FROM lines WHERE item_id = ? AND deleted IS NULL)`,
  )
  return {
    all: (): StockItem[] => all.all(),
    byId: (id: string): StockItem | null => byId.get(id),
    /** Units on the shelf; 0 for an unknown item. */
    leftOf: (id: string): number => leftOf.get(id)?.left ?? 0,
    /** `key` is a `nameKey`. */
    byName: (key: string): StockItem | null => byName.get(key),
    noteOf: (id: string): ItemNote | null => noteOf.get(id),
    /** Sets the given fields of an item's note. Belongs in a write. */
    note(id: string, { itemOrderedStatus, itemRemark }: Partial<ItemNote>): void {
      note.run(itemOrderedStatus ?? null, itemRemark ?? null, id)
    },
    /** An item with its note. */
    present(id: string): PresentItem | null {
      const [item, itemNote] = [byId.get(id), noteOf.get(id)]
      return item && itemNote && { ...item, ...itemNote }
    },
    /** Belongs in a write. */
    insert(item: StockItem): void {
      insert.run({
        ...item,
        key: nameKey(item.itemName),
        firstQuantity: item.itemQuantity,
        itemOrderedStatus: '',
        itemRemark: '',
      })
    },
    /** Belongs in a write. */
    set(_id: string, values: ItemValues): void {
      set.run({ ...pick(values, ITEM_VALUES), _id, key: nameKey(values.itemName) })
    },
    /** The carts with a live line of the item. */
    cartsWith: (id: string): CartRow[] => cartsWith.all(id),
    /** Takes units off the shelf, below zero puts them back. Belongs in a write. */
    take(itemId: string, units: number): void {
      take.run(units, itemId)
    },
  }
}
