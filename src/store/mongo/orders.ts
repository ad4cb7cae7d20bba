import { inListOrder } from '#src/contract/list-order.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import { itemsById, toOrderLine } from './lines.ts'

type Methods = Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines'>

/** What stands in the carts, to be read. */
export function openOrders(connection: Connection, epoch: string): Methods {
  const { accounts, carts, snapshot } = connection
  return {
    read: (accountId) =>
      snapshot(async (session) => {
        const cart = await carts.findOne({ accountId }, { session })
        if (!cart) return null
        const stock = await itemsById(
          connection,
          cart.lines.map(({ itemId }) => itemId),
          session,
        )
        const rows = cart.lines.map((line) => toOrderLine(line, stock))
        return { epoch, rev: cart.rev, rows: inListOrder(rows) }
      }),
    listCarts: () =>
      snapshot(async (session) => {
        const all = await carts.find({}, { session }).toArray()
        const rev = all.reduce((sum, cart) => sum + cart.rev + cart.detailsRev, 0)
        const filled = all
          .flatMap((cart) => {
            const [first] = cart.lines.toSorted((a, b) => a.at - b.at || (a._id < b._id ? -1 : 1))
            return first ? [{ cart, first }] : []
          })
          .toSorted((a, b) => a.first.at - b.first.at || (a.first._id < b.first._id ? -1 : 1))
        const owners = await accounts
          .find({ _id: { $in: filled.map(({ cart }) => cart.accountId) } }, { session })
          .toArray()
        const byId = new Map(owners.map((owner) => [owner._id, owner]))
        const rows = filled.flatMap(({ cart }) => {
          const owner = byId.get(cart.accountId)
          if (!owner) return []
          const { clubName, cordName, mobile, email } = owner
          return [
            { clubName, cordName, contact: mobile, email, cart_id: cart._id, user_id: owner._id },
          ]
        })
        return { epoch, rev, rows }
      }),
    listCustomLines: () =>
      snapshot(async (session) => {
        const all = await carts.find({}, { session }).toArray()
        const rev = all.reduce((sum, cart) => sum + cart.rev + cart.detailsRev, 0)
        const own = all.flatMap(({ lines }) => lines.filter(({ itemId }) => itemId === null))
        const rows = own.map((line) => toOrderLine(line, new Map()))
        return { epoch, rev, rows: inListOrder(rows) }
      }),
  }
}
