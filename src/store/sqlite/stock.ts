import type { CatalogueItem, StockSummary } from '#src/contract/records.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { changedMeanwhile, editedItem, nameTaken } from '#src/rules/item.ts'
import { nameKey } from '#src/rules/names.ts'
import { notFound, Refusal } from '#src/rules/refusal.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Items } from './items.ts'
import type { Ledger } from './ledger.ts'
import type { CartRow, Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; ledger: Ledger }

/** The area `stock`. */
export function openStock(
  { prepare, snapshot, write }: Connection,
  epoch: string,
  { topics, items, ledger }: Parts,
): StockStore {
  const catalogue = prepare<CatalogueItem, []>(
    `SELECT id AS _id, name AS itemName FROM items WHERE status = 'enabled'`,
  )
  const summary = prepare<StockSummary, []>(
    `SELECT i.id AS _id, i.name AS itemName, i.quantity AS availableQuantity,
       coalesce(s.ordered, 0) AS totalOrderedQuantity,
       coalesce(s.allotted, 0) AS totalAllottedQuantity,
       i.ordered_status AS itemOrderedStatus, i.remark AS itemRemark
     FROM items i LEFT JOIN (
       SELECT item_id, sum(ordered_quantity) AS ordered, sum(allotted_quantity) AS allotted
       FROM lines WHERE deleted_at IS NULL AND item_id IS NOT NULL GROUP BY item_id
     ) s ON s.item_id = i.id`,
  )
  const summaryOf = prepare<StockSummary, [string]>(
    `SELECT id AS _id, name AS itemName, quantity AS availableQuantity,
       (SELECT coalesce(sum(ordered_quantity), 0) FROM lines
        WHERE item_id = items.id AND deleted_at IS NULL) AS totalOrderedQuantity,
       (SELECT coalesce(sum(allotted_quantity), 0) FROM lines
        WHERE item_id = items.id AND deleted_at IS NULL) AS totalAllottedQuantity,
       ordered_status AS itemOrderedStatus, remark AS itemRemark
     FROM items WHERE id = ?`,
  )
  const insert = prepare(
    `INSERT INTO items (id, name, name_key, quantity, first_quantity, status, ordered_status, remark, rev)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5, '', '', 1)`,
  )
  const update = prepare('UPDATE items SET quantity = ?, status = ?, rev = rev + 1 WHERE id = ?')
  const rename = prepare('UPDATE items SET name = ?, name_key = ? WHERE id = ?')
  const note = prepare(
    `UPDATE items SET ordered_status = coalesce(?, ordered_status), remark = coalesce(?, remark),
       rev = rev + 1 WHERE id = ?`,
  )
  const cartsWith = prepare<CartRow, [string]>(
    `SELECT id, account_id AS accountId, rev FROM carts
     WHERE id IN (SELECT cart_id FROM lines WHERE item_id = ? AND deleted_at IS NULL)`,
  )

  function checkName(itemName: string, ownId: string | null) {
    const namesake = items.byName(nameKey(itemName))
    if (namesake && namesake._id !== ownId) throw nameTaken(namesake.itemName)
  }

  return {
    async listCatalogue() {
      return snapshot(() => ({
        epoch,
        rev: topics.revs().catalogue,
        rows: inListOrder(catalogue.all()),
      }))
    },
    async list() {
      return snapshot(() => ({
        epoch,
        rev: topics.revs().inventory,
        rows: inListOrder(items.all()),
      }))
    },
    async listSummary() {
      return snapshot(() => {
        const { inventory, carts } = topics.revs()
        return { epoch, rev: inventory + carts, rows: inListOrder(summary.all()) }
      })
    },
    add: (item) =>
      write(() => {
        const { itemName, itemQuantity, itemStatus } = item
        checkName(itemName, null)
        const _id = Bun.randomUUIDv7()
        insert.run(_id, itemName, nameKey(itemName), itemQuantity, itemStatus)
        const moved = [topics.move('inventory')]
        if (itemStatus === 'enabled') moved.push(topics.move('catalogue'))
        return { value: { _id, itemName, itemQuantity, itemStatus, rev: 1 }, moved }
      }),
    edit: (id, change, actorId) =>
      write(() => {
        const before = items.byId(id)
        if (!before) throw notFound('This item')
        if (change.rev !== before.rev) throw changedMeanwhile(before)
        const edited = editedItem(before, change)
        if (!edited) return { value: before, moved: [] }

        const { itemName, itemQuantity, itemStatus, isRenamed, isSwitched, added } = edited
        if (isRenamed) {
          checkName(itemName, id)
          rename.run(itemName, nameKey(itemName), id)
        }
        update.run(itemQuantity, itemStatus, id)
        if (added !== 0)
          ledger.record({
            itemId: id,
            itemChange: added,
            lineId: null,
            lineChange: 0,
            reason: 'edited',
            actorId,
            at: Date.now(),
          })
        const moved = [topics.move('inventory')]
        if (isRenamed || isSwitched) moved.push(topics.move('catalogue'))
        // A stock line shows its item's present name, so renaming an item moves the orders that name it.
        const carts = isRenamed ? cartsWith.all(id) : []
        for (const cart of carts) moved.push(topics.moveOrders(cart))
        if (carts.length > 0) moved.push(topics.move('carts'))
        const value = { _id: id, itemName, itemQuantity, itemStatus, rev: before.rev + 1 }
        return { value, moved }
      }),
    note: (notes) =>
      write(() => {
        const before = topics.revs()
        for (const [index, { _id, itemOrderedStatus, itemRemark }] of notes.entries()) {
          const { changes } = note.run(itemOrderedStatus ?? null, itemRemark ?? null, _id)
          if (changes === 0)
            throw new Refusal('not_found', 'This item was not found.', {
              errors: [{ path: `${index}._id`, msg: 'This item was not found.' }],
            })
        }
        const moved = notes.length > 0 ? [topics.move('inventory')] : []
        const ids = [...new Set(notes.map(({ _id }) => _id))]
        const rows = ids.flatMap((id) => summaryOf.get(id) ?? [])
        const steps = topics.stepsSince(before, ['inventory', 'carts'])
        return { value: inListOrder(rows), moved, steps }
      }),
  }
}
