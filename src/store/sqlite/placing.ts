import type { Line, LineRequest } from '#src/contract/line.ts'
import { type NewEntry, orderedEntry, raisedEntry } from '#src/rules/entries.ts'
import { may } from '#src/rules/permissions.ts'
import { lineKey } from '#src/rules/names.ts'
import { orderingDisabled, place, type Placement } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderStore } from '../port.ts'
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

const toNewLine = (created: Placement<LineRow>['created'][number]): Line => ({
  id: Bun.randomUUIDv7(),
  itemId: created.itemId,
  itemName: created.itemName,
  ordered: created.ordered,
  allotted: 0,
  delivered: 0,
  status: 'Pending',
  remarks: '',
  link: created.link,
})

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

  /** Writes the rows. Answers the cart's live lines after them, unordered, and the entries. */
  function placeRows({ id: cartId, accountId }: CartRow, rows: LineRequest[], now: number) {
    const written: NewEntry[] = []
    const live = new Map<string, LineRow>()
    for (const line of lines.rowsOfCart(cartId)) live.set(line.key, line)
    const { raised, created } = place(rows, items, live)
    for (const { line, ordered, status, link } of raised) {
      const isSame = status === line.status && link === line.link
      if (isSame) raise.run(ordered, line.id)
      else raiseAndOpen.run(ordered, status, link, line.id)
      const raisedTo = { ordered, status, link }
      written.push(raisedEntry(accountId, line, raisedTo))
      Object.assign(line, raisedTo)
    }
    const after: Line[] = [...live.values()]
    for (const row of created) {
      const line = toNewLine(row)
      const { id, itemId, itemName, ordered, link } = line
      const ownName = itemId === null ? itemName : null
      insert.run(id, cartId, lineKey(line), itemId, ownName, link, ordered, now)
      after.push(line)
      written.push(orderedEntry(accountId, line))
    }
    return { after, written }
  }

  return {
    place: ({ accountId, actorId, rows, idempotency, toAnswer, now }) =>
      write(() =>
        keys.once(actorId, idempotency, now, () => {
          const cart = cartOf.get(accountId)
          if (!cart || !may(cart.access, 'orders.own')) throw notFound('This club')
          if (!ordering.read().isOpen) throw orderingDisabled()
          const { after, written } = placeRows(cart, rows, now)
          entries.add({ by: actorId, at: now, entries: written })
          const order = topics.moveOrders(cart)
          return {
            body: toAnswer(after, [{ ...order, from: cart.rev }]),
            moved: [order, topics.move('carts')],
          }
        }),
      ),
  }
}
