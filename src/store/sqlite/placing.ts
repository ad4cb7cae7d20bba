import type { LineRequest } from '#src/contract/line.ts'
import { lineKey } from '#src/rules/names.ts'
import { isOpenAt } from '#src/rules/window.ts'
import type { OrderStore } from '../port.ts'
import {
  checkOrderer,
  type DecidedOrder,
  decideOrder,
  type Orderer,
  type OrderStock,
} from '../shared/decide-order.ts'
import type { Connection } from './connection.ts'
import type { Entries } from './entries.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import type { LineRow, Lines } from './lines.ts'
import type { Switch } from './ordering.ts'
import type { CartRow, Topics } from './topics.ts'

type Parts = {
  topics: Topics
  items: Items
  lines: Lines
  ordering: Switch
  entries: Entries
  keys: IdempotencyKeys
}

/** The method `orders.place`. */
export function openPlacing(
  { prepare, write }: Connection,
  { topics, items, lines, ordering, entries, keys }: Parts,
): Pick<OrderStore, 'place'> {
  const cartOf = prepare<CartRow & { access: string }, [string]>(
    `SELECT id, account_id AS accountId, rev,
       (SELECT access FROM accounts WHERE id = account_id) AS access
     FROM carts WHERE account_id = ?`,
  )
  const insert = prepare(
    `INSERT INTO lines (id, cart_id, line_key, item_id, own_name, link, ordered_quantity,
       allotted_quantity, delivered_quantity, status, remarks, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 'Pending', '', ?)`,
  )
  const raise = prepare('UPDATE lines SET ordered_quantity = ? WHERE id = ?')
  const raiseAndOpen = prepare(
    'UPDATE lines SET ordered_quantity = ?, status = ?, link = ? WHERE id = ?',
  )

  const stock: OrderStock = {
    byId: items.byId,
    byName: items.byName,
    leftOf: items.leftOf,
  }

  function placeRows(
    cart: CartRow & Orderer,
    rows: readonly LineRequest[],
    isHeld: boolean,
    now: number,
  ): DecidedOrder<LineRow> {
    const live = new Map<string, LineRow>()
    for (const line of lines.rowsOfCart(cart.id)) live.set(line.key, line)
    const decided = decideOrder(cart, rows, stock, live, isHeld)
    for (const { line, after } of decided.raised) {
      const { ordered, status, link } = after
      const isSame = status === line.status && link === line.link
      if (isSame) raise.run(ordered, line.id)
      else raiseAndOpen.run(ordered, status, link, line.id)
      if (line.announced || after.announced) lines.remember(line.id, after.announced)
      if (after.allotted !== line.allotted) lines.give(line.id, after)
    }
    for (const line of decided.created) {
      const { id, itemId, itemName, ordered, link } = line
      const ownName = itemId === null ? itemName : null
      insert.run(id, cart.id, lineKey(line), itemId, ownName, link, ordered, now)
      if (line.announced) lines.remember(id, line.announced)
      if (line.allotted > 0) lines.give(id, line)
    }
    for (const [itemId, units] of decided.taken) items.take(itemId, units)
    return decided
  }

  return {
    place: ({ accountId, actorId, rows, isLate, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const found = cartOf.get(accountId)
          const { ordering: turned } = ordering.read()
          const cart = checkOrderer(found && { ...found, isOpen: isOpenAt(turned, now) }, isLate)
          const placed = placeRows(cart, rows, turned.decisionsHeld, now)
          const batch = entries.add({ by: actorId, at: now, entries: placed.entries })
          const order = topics.moveOrders(cart)
          return {
            body: toAnswer(placed.lines, [{ ...order, from: cart.rev }], batch),
            moved: [
              order,
              topics.move('carts'),
              ...(placed.taken.size > 0 ? [topics.move('inventory')] : []),
            ],
          }
        }),
      ),
  }
}
