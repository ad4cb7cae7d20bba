import {
  ITEM_VALUES,
  type CatalogueItem,
  type StockItem,
  type StockSummary,
} from '#src/contract/records.ts'
import { ITEM_FIELDS } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { PresentItem } from '#src/rules/undo.ts'
import type { ItemChange, Tables } from '../tables.ts'
import { rowOf, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'

/** Stock items. */
export function openItems({ prepare }: Connection, topics: Topics): Tables['items'] {
  const presentWhere = (which: string) =>
    prepare<PresentItem, [string]>(
      `SELECT _id, ${ITEM_FIELDS.join(', ')}, rev FROM items WHERE ${which}`,
    )
  const byId = presentWhere('_id = ?')
  const byKey = presentWhere('key = ?')
  const all = prepare<StockItem, []>(`SELECT _id, ${ITEM_VALUES.join(', ')}, rev FROM items`)
  const catalogue = prepare<CatalogueItem, []>(
    `SELECT _id, itemName, unit FROM items WHERE itemStatus = 'enabled'`,
  )
  const summary = prepare<StockSummary, []>(
    `SELECT _id, itemName, unit, place, itemQuantity AS availableQuantity,
       coalesce(s.ordered, 0) AS totalOrderedQuantity,
       coalesce(s.allotted, 0) AS totalAllottedQuantity,
       itemOrderedStatus, itemRemark
     FROM items i LEFT JOIN (
       SELECT item_id, sum(ordered_quantity) AS ordered, sum(allotted_quantity) AS allotted
       FROM lines WHERE deleted IS NULL AND item_id IS NOT NULL GROUP BY item_id
     ) s ON s.item_id = i._id`,
  )
  const insert = prepare(`INSERT INTO ${rowOf(prepare, 'items')}`)
  const take = prepare(
    'UPDATE items SET itemQuantity = itemQuantity - ?, rev = rev + 1 WHERE _id = ?',
  )

  function change({ id, after }: ItemChange): void {
    const values = {
      ...after,
      ...(after.itemName !== undefined && { key: nameKey(after.itemName) }),
    }
    prepare(`UPDATE items SET ${setTo(Object.keys(values))}, rev = rev + 1 WHERE _id = $_id`).run({
      ...values,
      _id: id,
    })
  }

  return {
    all: () => all.all(),
    catalogue: () => catalogue.all(),
    find(ids, keys = []) {
      return [
        ...[...new Set(ids)].flatMap((id) => byId.all(id)),
        ...[...new Set(keys)].flatMap((key) => byKey.all(key)),
      ]
    },
    summarize: (ids) => summary.all().filter(({ _id }) => ids?.includes(_id) ?? true),
    add(items) {
      for (const item of items) {
        insert.run({
          ...item,
          key: nameKey(item.itemName),
          firstQuantity: item.itemQuantity,
          itemOrderedStatus: '',
          itemRemark: '',
        })
        topics.move('inventory')
        if (item.itemStatus === 'enabled') topics.move('catalogue')
      }
    },
    change(changes) {
      for (const each of changes) {
        change(each)
        topics.move('inventory')
        if (each.isInCatalogue) topics.move('catalogue')
      }
    },
    take(taken) {
      for (const [id, units] of taken) {
        if (units !== 0) take.run(units, id)
        topics.move('inventory')
      }
    },
  }
}
