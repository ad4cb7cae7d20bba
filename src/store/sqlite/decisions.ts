import { allot, type AllottedLine, type DecidedLine } from '#src/rules/allot.ts'
import { allotAnswer } from '#src/rules/answers.ts'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { notFound } from '#src/rules/refusal.ts'
import { returnedByRemoval } from '#src/rules/remove.ts'
import type { Nudge, Store } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import type { Ledger } from './ledger.ts'
import type { Topics } from './topics.ts'

type DecidableLine = AllottedLine & { id: string; cartId: string; left: number | null }

const COLUMNS = `l.id, l.cart_id AS cartId, l.item_id, coalesce(i.name, l.own_name) AS itemName,
  l.allotted_quantity, l.delivered_quantity, l.status, l.remarks, i.quantity AS "left"`
const LIVE = `FROM lines l LEFT JOIN items i ON i.id = l.item_id WHERE l.deleted_at IS NULL`
const DELETED = `FROM lines l LEFT JOIN items i ON i.id = l.item_id WHERE l.deleted_at IS NOT NULL`

type Methods = Pick<Store, 'allot' | 'removeCart' | 'removeLine'>

/** What administrators decide on lines: giving, taking back, status, remarks, deleting. */
export function openDecisions(
  { prepare, write }: Connection,
  topics: Topics,
  ledger: Ledger,
  answered: AnsweredKeys,
): Methods {
  const byId = prepare<DecidableLine, [string]>(`SELECT ${COLUMNS} ${LIVE} AND l.id = ?`)
  const ofCart = prepare<DecidableLine, [string]>(`SELECT ${COLUMNS} ${LIVE} AND l.cart_id = ?`)
  /** By id or by name; a name may belong to a line of the stock and to one of the club's own: the first comes first. */
  const named = prepare<DecidableLine, [string, string, string, string]>(
    `SELECT ${COLUMNS} ${LIVE} AND l.cart_id = ?1 AND (l.id = ?2 OR i.name_key = ?3 OR l.line_key = ?4)
     ORDER BY l.id = ?2 DESC, l.item_id IS NULL LIMIT 1`,
  )
  const namedDeleted = prepare<{ id: string }, [string, string, string, string]>(
    `SELECT l.id ${DELETED} AND l.cart_id = ?1 AND (l.id = ?2 OR i.name_key = ?3 OR l.line_key = ?4)
     LIMIT 1`,
  )
  const cart = prepare<{ id: string }, [string]>('SELECT id FROM carts WHERE id = ?')
  const decide = prepare(
    `UPDATE lines SET allotted_quantity = ?, delivered_quantity = ?, status = ?, remarks = ?
     WHERE id = ?`,
  )
  const take = prepare('UPDATE items SET quantity = quantity - ?, rev = rev + 1 WHERE id = ?')
  const remove = prepare(
    `UPDATE lines SET allotted_quantity = allotted_quantity - ?, deleted_at = ?, deleted_by = ?,
       deleted_why = ? WHERE id = ?`,
  )

  function writeDecision(
    { line, change, ...after }: DecidedLine<DecidableLine>,
    actorId: string,
    at: number,
  ) {
    const { allotted_quantity, delivered_quantity, status, remarks } = after
    decide.run(allotted_quantity, delivered_quantity, status, remarks, line.id)
    if (change === 0) return
    const { id: lineId, item_id: itemId } = line
    const itemChange = itemId === null ? 0 : -change
    ledger.record({
      itemId,
      itemChange,
      lineId,
      lineChange: change,
      reason: 'allotted',
      actorId,
      at,
    })
  }

  function removeLines(
    lines: DecidableLine[],
    reason: 'line removed' | 'cart removed',
    actorId: string,
    at: number,
  ): Nudge[] {
    let isReturning = false
    for (const line of lines) {
      const { id: lineId, item_id: itemId } = line
      const returned = returnedByRemoval(line, line.left ?? 0)
      remove.run(returned, at, actorId, reason, lineId)
      if (returned === 0) continue
      isReturning = true
      take.run(-returned, itemId)
      ledger.record({
        itemId,
        itemChange: returned,
        lineId,
        lineChange: -returned,
        reason,
        actorId,
        at,
      })
    }
    const [first] = lines
    if (!first) return []
    const moved = [topics.moveOrders(first.cartId), topics.move('carts')]
    if (isReturning) moved.push(topics.move('inventory'))
    return moved
  }

  return {
    allot: ({ changes, actorId, idempotency, now }) =>
      write(() =>
        answered.once(actorId, idempotency, now, () => {
          const left = new Map<string, number>()
          const lineOf = (id: string) => {
            const line = byId.get(id)
            if (line?.item_id) left.set(line.item_id, line.left ?? 0)
            return line
          }
          const { lines, taken } = allot(changes, lineOf, (itemId) => left.get(itemId) ?? 0)
          for (const line of lines) writeDecision(line, actorId, now)
          for (const [itemId, units] of taken) take.run(units, itemId)
          const moved: Nudge[] = []
          for (const cartId of new Set(lines.map(({ line }) => line.cartId)))
            moved.push(topics.moveOrders(cartId))
          if (moved.length > 0) moved.push(topics.move('carts'))
          if (taken.size > 0) moved.push(topics.move('inventory'))
          return { body: allotAnswer(changes.length), moved }
        }),
      ),
    removeCart: (cartId, actorId, now) =>
      write(() => {
        if (!cart.get(cartId)) throw notFound('This cart')
        const moved = removeLines(ofCart.all(cartId), 'cart removed', actorId, now)
        return { value: undefined, moved }
      }),
    removeLine: (cartId, line, actorId, now) =>
      write(() => {
        const own = lineKey({ item_id: null, itemName: line })
        const found = named.get(cartId, line, nameKey(line), own)
        if (!found && !namedDeleted.get(cartId, line, nameKey(line), own))
          throw notFound('This line')
        const moved = found ? removeLines([found], 'line removed', actorId, now) : []
        return { value: undefined, moved }
      }),
  }
}
