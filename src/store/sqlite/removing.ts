import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import type { Nudge, OrderStore } from '../port.ts'
import type { RemovalReason } from '../shared/movements.ts'
import type { Connection } from './connection.ts'
import type { Items } from './items.ts'
import type { Ledger } from './ledger.ts'
import type { LineRow, Lines } from './lines.ts'
import type { CartRow, Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; lines: Lines; ledger: Ledger }

/** The methods `orders.removeCart` and `orders.removeLine`. */
export function openRemoving(
  { prepare, write }: Connection,
  { topics, items, lines, ledger }: Parts,
): Pick<OrderStore, 'removeCart' | 'removeLine'> {
  const remove = prepare(
    `UPDATE lines SET allotted_quantity = allotted_quantity - ?, deleted_at = ?, deleted_by = ?,
       deleted_why = ? WHERE id = ?`,
  )

  /** Deletes one line and answers whether units returned to a shelf. */
  function removeOne(line: LineRow, reason: RemovalReason, actorId: string, at: number): boolean {
    const { id: lineId, itemId } = line
    const left = itemId === null ? 0 : (items.byId(itemId)?.itemQuantity ?? 0)
    const returned = returnedByRemoval(line, left)
    remove.run(returned, at, actorId, reason, lineId)
    if (itemId === null || returned === 0) return false
    items.take(itemId, -returned)
    const lineChange = -returned
    ledger.record({ itemId, itemChange: returned, lineId, lineChange, reason, actorId, at })
    return true
  }

  function removeAll(
    cart: CartRow,
    rows: LineRow[],
    reason: RemovalReason,
    actorId: string,
    at: number,
  ): Nudge[] {
    if (rows.length === 0) return []
    const returning = rows.filter((row) => removeOne(row, reason, actorId, at))
    const moved = [topics.moveOrders(cart), topics.move('carts')]
    if (returning.length > 0) moved.push(topics.move('inventory'))
    return moved
  }

  /** Looks by id, then by stock item name, then by custom name; live lines come before deleted ones. `null`: deleted already. */
  function findLine(cartId: string, named: string): LineRow | null {
    const item = items.byName(nameKey(named))
    const keys = lineKeysOf(named, item?._id ?? null)
    const live = lines.rowsOfCart(cartId)
    const found =
      live.find(({ id }) => id === named) ??
      keys.map((key) => live.find((line) => line.key === key)).find(Boolean)
    if (found) return found
    const isKnown =
      lines.wasDeleted(cartId, { id: named }) ||
      keys.some((key) => lines.wasDeleted(cartId, { key }))
    if (!isKnown) throw notFound('This line')
    return null
  }

  return {
    removeCart: (cartId, actorId, now) =>
      write(() => {
        const cart = topics.cart(cartId)
        if (!cart) throw notFound('This cart')
        const moved = removeAll(cart, lines.rowsOfCart(cartId), 'cart removed', actorId, now)
        return { value: undefined, moved }
      }),
    removeLine: (cartId, named, actorId, now) =>
      write(() => {
        const cart = topics.cart(cartId)
        if (!cart) throw notFound('This cart')
        const line = findLine(cartId, named)
        const moved = removeAll(cart, line ? [line] : [], 'line removed', actorId, now)
        return { value: undefined, moved }
      }),
  }
}
