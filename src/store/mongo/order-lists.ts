import type { Cart } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { OrderStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import type { Items } from './items.ts'
import { toLine } from './lines.ts'

const NO_ITEMS = new Map()

const byTime = (a: LineDoc, b: LineDoc): number => a.at - b.at || (a._id < b._id ? -1 : 1)

const revOf = (carts: readonly CartDoc[]): number =>
  carts.reduce((sum, cart) => sum + cart.rev + cart.detailsRev, 0)

/** The methods of `orders` that only read. */
export function openOrderLists(
  { accounts, carts, snapshot }: Connection,
  epoch: string,
  { items }: { items: Items },
): Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines'> {
  return {
    read: (accountId) =>
      snapshot(async (session) => {
        const cart = await carts.findOne({ accountId }, { session })
        if (!cart) return null
        const stock = await items.byId(
          cart.lines.map(({ itemId }) => itemId),
          session,
        )
        const rows = cart.lines.map((line) => toLine(line, stock))
        return { epoch, rev: cart.rev, rows: inListOrder(rows) }
      }),
    listCarts: () =>
      snapshot(async (session) => {
        const all = await carts.find({}, { session }).toArray()
        const filled = all
          .flatMap((cart) => {
            const [first] = cart.lines.toSorted(byTime)
            return first ? [{ cart, first }] : []
          })
          .toSorted((a, b) => byTime(a.first, b.first))
        const owners = await accounts
          .find({ _id: { $in: filled.map(({ cart }) => cart.accountId) } }, { session })
          .toArray()
        const byId = new Map(owners.map((owner) => [owner._id, owner]))
        const rows = filled.flatMap(({ cart }): Cart[] => {
          const owner = byId.get(cart.accountId)
          if (!owner) return []
          const { clubName, cordName, mobile, email } = owner
          return [{ id: cart._id, accountId: owner._id, clubName, cordName, mobile, email }]
        })
        return { epoch, rev: revOf(all), rows }
      }),
    listCustomLines: () =>
      snapshot(async (session) => {
        const all = await carts.find({}, { session }).toArray()
        const custom = all.flatMap(({ lines }) => lines.filter(({ itemId }) => itemId === null))
        const rows = custom.map((line) => toLine(line, NO_ITEMS))
        return { epoch, rev: revOf(all), rows: inListOrder(rows) }
      }),
  }
}
