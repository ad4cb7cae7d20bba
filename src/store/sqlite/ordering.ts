import type { OrderLine, OrderRow } from '#src/contract/records.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { messageAnswer, orderAnswer } from '#src/rules/answers.ts'
import { lineKey } from '#src/rules/names.ts'
import { orderingDisabled, place, type Placement } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { OrderingStore, OrderStore } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import type { Items } from './items.ts'
import { type LineRow, type Lines, toOrderLine } from './lines.ts'
import type { CartRow, Topics } from './topics.ts'

type Parts = { topics: Topics; items: Items; lines: Lines; answered: AnsweredKeys }

const toNewLine = (row: Placement<LineRow>['created'][number]): OrderLine => ({
  _id: Bun.randomUUIDv7(),
  itemName: row.itemName,
  ordered_quantity: row.ordered_quantity,
  allotted_quantity: 0,
  status: 'Pending',
  remarks: '',
  link: row.link,
})

type Methods = { ordering: OrderingStore; place: OrderStore['place'] }

/** The switch, and the orders that it guards. */
export function openOrdering(
  { prepare, read, write }: Connection,
  epoch: string,
  { topics, items, lines, answered }: Parts,
): Methods {
  const readFlag = prepare<{ disabled: number; rev: number }, []>(
    'SELECT ordering_disabled AS disabled, ordering_rev AS rev FROM portal WHERE id = 1',
  )
  const setFlag = prepare('UPDATE portal SET ordering_disabled = ? WHERE id = 1')
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

  function flag() {
    const row = readFlag.get()
    return { isConfirmDisabled: row?.disabled === 1, rev: row?.rev ?? 0 }
  }

  /** Writes the rows; answers the cart's live lines as they then are, in no order. */
  function order(cartId: string, rows: OrderRow[], now: number): OrderLine[] {
    const live = new Map<string, LineRow>()
    for (const line of lines.ofCart(cartId)) live.set(line.line_key, line)
    const { raised, created } = place(rows, items, live)
    for (const { line, ordered_quantity, status, link } of raised) {
      const isSame = status === line.status && link === line.link
      if (isSame) raise.run(ordered_quantity, line._id)
      else raiseAndOpen.run(ordered_quantity, status, link, line._id)
      Object.assign(line, { ordered_quantity, status, link })
    }
    const after = Array.from(live.values(), toOrderLine)
    for (const row of created) {
      const line = toNewLine(row)
      const ownName = row.item_id === null ? row.itemName : null
      const { _id, ordered_quantity, link } = line
      insert.run(_id, cartId, lineKey(row), row.item_id, ownName, link, ordered_quantity, now)
      after.push(line)
    }
    return after
  }

  return {
    ordering: {
      async read() {
        const { isConfirmDisabled, rev } = read(flag)
        return { epoch, rev, rows: { isConfirmDisabled } }
      },
      set: (isConfirmDisabled) =>
        write(() => {
          const value = { isConfirmDisabled }
          if (flag().isConfirmDisabled === isConfirmDisabled) return { value, moved: [] }
          setFlag.run(isConfirmDisabled ? 1 : 0)
          return { value, moved: [topics.move('ordering')] }
        }),
    },
    place: ({ accountId, actorId, rows, idempotency, replyWith, now }) =>
      write(() =>
        answered.once(actorId, idempotency, now, () => {
          const cart = cartOf.get(accountId)
          if (cart?.access !== 'user') throw notFound('This club')
          if (flag().isConfirmDisabled) throw orderingDisabled()
          const after = order(cart.id, rows, now)
          const body = replyWith === 'order' ? orderAnswer(inListOrder(after)) : messageAnswer()
          return { body, moved: [topics.moveOrders(cart), topics.move('carts')] }
        }),
      ),
  }
}
