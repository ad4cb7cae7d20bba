import type { OrderLine, OrderRow } from '#src/contract/records.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { messageAnswer, orderAnswer } from '#src/rules/answers.ts'
import { lineKey } from '#src/rules/names.ts'
import { place, type StockLookup } from '#src/rules/place.ts'
import { notFound, Refusal } from '#src/rules/refusal.ts'
import type { Store } from '../port.ts'
import type { AnsweredKeys } from './answered.ts'
import type { Connection } from './connection.ts'
import { type LineRow, type Lines, toOrderLine } from './lines.ts'
import type { Topics } from './topics.ts'

type Methods = Pick<Store, 'readOrdering' | 'setOrdering' | 'placeOrder'>

/** The switch, and the orders that it guards. */
export function openOrdering(
  { prepare, read, write }: Connection,
  epoch: string,
  topics: Topics,
  lines: Lines,
  answered: AnsweredKeys,
): Methods {
  const flag = prepare<{ disabled: number; rev: number }, []>(
    'SELECT ordering_disabled AS disabled, ordering_rev AS rev FROM portal',
  )
  const setFlag = prepare('UPDATE portal SET ordering_disabled = ?')
  const cartOfClub = prepare<{ id: string }, [string]>(
    `SELECT c.id FROM carts c JOIN accounts a ON a.id = c.account_id
     WHERE a.id = ? AND a.access = 'user'`,
  )
  const itemById = prepare<{ itemName: string; itemStatus: ItemStatus }, [string]>(
    'SELECT name AS itemName, status AS itemStatus FROM items WHERE id = ?',
  )
  const itemByName = prepare<{ itemName: string }, [string]>(
    'SELECT name AS itemName FROM items WHERE name_key = ?',
  )
  const insert = prepare(
    `INSERT INTO lines (id, cart_id, line_key, item_id, own_name, link, ordered_quantity,
       allotted_quantity, delivered_quantity, status, remarks, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 'Pending', '', ?)`,
  )
  const raise = prepare('UPDATE lines SET ordered_quantity = ?, status = ?, link = ? WHERE id = ?')
  const stock: StockLookup = {
    byId: (id) => itemById.get(id),
    byName: (key) => itemByName.get(key),
  }

  function readFlag() {
    const row = flag.get()
    return { isConfirmDisabled: row?.disabled === 1, rev: row?.rev ?? 0 }
  }

  /** Writes the rows; answers the cart's live lines as they then are, in no order. */
  function order(cartId: string, rows: OrderRow[], now: number): OrderLine[] {
    const live = new Map<string, LineRow>()
    for (const line of lines.ofCart(cartId)) live.set(line.line_key, line)
    const { raised, created } = place(rows, stock, live)
    for (const { line, ordered_quantity, status, link } of raised) {
      raise.run(ordered_quantity, status, link, line._id)
      Object.assign(line, { ordered_quantity, status, link })
    }
    const after = Array.from(live.values(), toOrderLine)
    for (const { item_id, itemName, ordered_quantity, link } of created) {
      const _id = Bun.randomUUIDv7()
      const key = lineKey({ item_id, itemName })
      const ownName = item_id === null ? itemName : null
      insert.run(_id, cartId, key, item_id, ownName, link, ordered_quantity, now)
      after.push({
        _id,
        itemName,
        ordered_quantity,
        allotted_quantity: 0,
        status: 'Pending',
        remarks: '',
        link,
      })
    }
    return after
  }

  return {
    async readOrdering() {
      const { isConfirmDisabled, rev } = read(readFlag)
      return { epoch, rev, rows: { isConfirmDisabled } }
    },
    setOrdering: (isConfirmDisabled) =>
      write(() => {
        const value = { isConfirmDisabled }
        if (readFlag().isConfirmDisabled === isConfirmDisabled) return { value, moved: [] }
        setFlag.run(isConfirmDisabled ? 1 : 0)
        return { value, moved: [topics.move('ordering')] }
      }),
    placeOrder: ({ accountId, actorId, rows, idempotency, replyWith, now }) =>
      write(() =>
        answered.once(actorId, idempotency, now, () => {
          const cart = cartOfClub.get(accountId)
          if (!cart) throw notFound('This club')
          if (readFlag().isConfirmDisabled)
            throw new Refusal('ordering_disabled', 'Ordering is switched off at the moment.')
          const after = order(cart.id, rows, now)
          const body = replyWith === 'order' ? orderAnswer(inListOrder(after)) : messageAnswer()
          return { body, moved: [topics.moveOrders(cart.id), topics.move('carts')] }
        }),
      ),
  }
}
