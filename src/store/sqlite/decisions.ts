import { allot, type DecidedLine } from '#src/rules/allot.ts'
import { allotAnswer } from '#src/rules/answers.ts'
import { lineKeysOf, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import type { Nudge, OrderStore } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import type { Items } from './items.ts'
import type { Ledger } from './ledger.ts'
import type { LineRow, Lines } from './lines.ts'
import type { CartRow, Topics } from './topics.ts'

type Methods = Pick<OrderStore, 'allot' | 'removeCart' | 'removeLine'>
type Parts = { topics: Topics; items: Items; lines: Lines; ledger: Ledger; answered: AnsweredKeys }
type Why = 'line removed' | 'cart removed'

/** What administrators decide on lines: giving, taking back, status, remarks, deleting. */
export function openDecisions(
  { prepare, write }: Connection,
  { topics, items, lines, ledger, answered }: Parts,
): Methods {
  const give = prepare(
    'UPDATE lines SET allotted_quantity = ?, delivered_quantity = ? WHERE id = ?',
  )
  const mark = prepare('UPDATE lines SET status = ?, remarks = ? WHERE id = ?')
  const remove = prepare(
    `UPDATE lines SET allotted_quantity = allotted_quantity - ?, deleted_at = ?, deleted_by = ?,
       deleted_why = ? WHERE id = ?`,
  )

  function decide(decided: DecidedLine<LineRow>, actorId: string, at: number) {
    const { line, change, allotted_quantity, delivered_quantity, status, remarks } = decided
    const { _id: lineId, item_id: itemId } = line
    if (change !== 0 || delivered_quantity !== line.delivered_quantity)
      give.run(allotted_quantity, delivered_quantity, lineId)
    if (status !== line.status || remarks !== line.remarks) mark.run(status, remarks, lineId)
    if (change === 0) return
    const itemChange = itemId === null ? 0 : -change
    const reason = 'allotted'
    ledger.record({ itemId, itemChange, lineId, lineChange: change, reason, actorId, at })
  }

  /** Answers whether units went back to a shelf. */
  function removeOne(line: LineRow, reason: Why, actorId: string, at: number): boolean {
    const { _id: lineId, item_id: itemId } = line
    const left = itemId === null ? 0 : (items.byId(itemId)?.itemQuantity ?? 0)
    const returned = returnedByRemoval(line, left)
    remove.run(returned, at, actorId, reason, lineId)
    if (itemId === null || returned === 0) return false
    items.take(itemId, -returned)
    const lineChange = -returned
    ledger.record({ itemId, itemChange: returned, lineId, lineChange, reason, actorId, at })
    return true
  }

  function removeAll(cart: CartRow, rows: LineRow[], why: Why, actorId: string, at: number) {
    const moved: Nudge[] = []
    if (rows.length === 0) return moved
    const returning = rows.filter((row) => removeOne(row, why, actorId, at))
    moved.push(topics.moveOrders(cart), topics.move('carts'))
    if (returning.length > 0) moved.push(topics.move('inventory'))
    return moved
  }

  /** By id, by the name of a stock item, by the name of an item of one's own: in this order, live lines before deleted ones. */
  function findLine(cartId: string, named: string): LineRow | null {
    const item = items.byName(nameKey(named))
    const keys = lineKeysOf(named, item?._id ?? null)
    const live = lines.ofCart(cartId)
    const found =
      live.find(({ _id }) => _id === named) ??
      keys.map((key) => live.find(({ line_key }) => line_key === key)).find(Boolean)
    if (found) return found
    const isKnown =
      lines.wasDeleted(cartId, { id: named }) ||
      keys.some((key) => lines.wasDeleted(cartId, { key }))
    if (!isKnown) throw notFound('This line')
    return null
  }

  return {
    allot: ({ changes, actorId, idempotency, now }) =>
      write(() =>
        answered.once(actorId, idempotency, now, () => {
          const leftOf = (itemId: string) => items.byId(itemId)?.itemQuantity ?? 0
          const { lines: decided, taken } = allot(changes, lines.byId, leftOf)
          for (const line of decided) decide(line, actorId, now)
          for (const [itemId, units] of taken) items.take(itemId, units)
          const moved: Nudge[] = []
          for (const cartId of new Set(decided.map(({ line }) => line.cartId))) {
            const cart = topics.cart(cartId)
            if (cart) moved.push(topics.moveOrders(cart))
          }
          if (moved.length > 0) moved.push(topics.move('carts'))
          if (taken.size > 0) moved.push(topics.move('inventory'))
          return { body: allotAnswer(changes.length), moved }
        }),
      ),
    removeCart: (cartId, actorId, now) =>
      write(() => {
        const cart = topics.cart(cartId)
        if (!cart) throw notFound('This cart')
        const moved = removeAll(cart, lines.ofCart(cartId), 'cart removed', actorId, now)
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
