import { type BoardLine, inLineOrder } from '#src/contract/board.ts'
import type { Cart } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { OrderStore } from '../port.ts'
import { toWireAnnounced } from '#src/contract/wire.ts'
import { toBoard } from '../shared/board.ts'
import type { Connection } from './connection.ts'
import { AHEAD } from './announcing.ts'
import type { CartDoc, LineDoc } from './documents.ts'
import { type Items, toStockItem } from './items.ts'
import { toLine } from './lines.ts'

const byTime = (a: LineDoc, b: LineDoc): number =>
  a.ordered_at - b.ordered_at || (a._id < b._id ? -1 : 1)

function toBoardLine(line: LineDoc): BoardLine[] {
  const { _id, item_id, ordered_quantity, allotted_quantity, delivered_quantity } = line
  const { status, remarks, announced } = line
  if (item_id === null) return []
  return [
    {
      _id,
      item_id,
      ordered_quantity,
      allotted_quantity,
      delivered_quantity,
      status,
      remarks,
      ordered_at: new Date(line.ordered_at).toISOString(),
      ...(announced && { announced: toWireAnnounced(announced) }),
    },
  ]
}

/** A club's own revision on the board: it grows with its lines and with its names. */
const clubRev = ({ rev, detailsRev }: Pick<CartDoc, 'rev' | 'detailsRev'>) => rev + detailsRev

const revOf = (carts: readonly Pick<CartDoc, 'rev' | 'detailsRev'>[]): number =>
  carts.reduce((sum, cart) => sum + clubRev(cart), 0)

/** The methods of `orders` that only read. */
export function openOrderLists(
  { accounts, carts, items: stock, snapshot }: Connection,
  epoch: string,
  { items }: { items: Items },
): Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines' | 'listHeld' | 'board'> {
  return {
    read: (accountId) =>
      snapshot(async (session) => {
        const cart = await carts.findOne({ accountId }, { session })
        if (!cart) return null
        const named = await items.byId(
          cart.lines.map(({ item_id }) => item_id),
          session,
        )
        const rows = cart.lines.map((line) => toLine(line, named))
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
        const custom = all.flatMap(({ lines }) => lines.filter(({ item_id }) => item_id === null))
        const rows = custom.map((line) => toLine(line))
        return { epoch, rev: revOf(all), rows: inListOrder(rows) }
      }),
    listHeld: () =>
      snapshot(async (session) => {
        const heads = await carts
          .find({}, { session, projection: { rev: 1, detailsRev: 1 } })
          .toArray()
        const ahead = await carts.find(AHEAD, { session }).toArray()
        const owners = await accounts
          .find({ _id: { $in: ahead.map(({ accountId }) => accountId) } }, { session })
          .toArray()
        const byId = new Map(owners.map((owner) => [owner._id, owner]))
        const held = ahead.map((cart) => cart.lines.filter(({ announced }) => announced))
        const named = await items.byId(
          held.flat().map(({ item_id }) => item_id),
          session,
        )
        const first = ({ lines }: CartDoc) => lines.toSorted(byTime)[0]
        const rows = ahead
          .map((cart, index) => ({ cart, first: first(cart), lines: held[index] ?? [] }))
          .toSorted((a, b) => (a.first && b.first ? byTime(a.first, b.first) : 0))
          .map(({ cart: { accountId }, lines }) => ({
            accountId,
            clubName: byId.get(accountId)?.clubName ?? '',
            email: byId.get(accountId)?.email ?? '',
            lines: inListOrder(lines.map((line) => toLine(line, named))),
          }))
        return { epoch, rev: revOf(heads), rows }
      }),
    board: (known) =>
      snapshot(async (session) => {
        const heads = await carts
          .find({}, { session, projection: { accountId: 1, rev: 1, detailsRev: 1 } })
          .toArray()
        const changed = heads
          .filter((cart) => known?.clubs.get(cart.accountId) !== clubRev(cart))
          .map(({ accountId }) => accountId)
        const held = await carts.find({ accountId: { $in: changed } }, { session }).toArray()
        const owners = await accounts.find({ _id: { $in: changed } }, { session }).toArray()
        const byId = new Map(owners.map((owner) => [owner._id, owner]))
        const clubs = held.flatMap((cart) => {
          const owner = byId.get(cart.accountId)
          if (!owner) return []
          const { _id: user_id, clubName, cordName, email } = owner
          const lines = inLineOrder(cart.lines.flatMap(toBoardLine))
          const rev = clubRev(cart)
          return [{ user_id, cart_id: cart._id, clubName, cordName, email, rev, lines }]
        })
        const all = (await stock.find({}, { session }).toArray()).map(toStockItem)
        const inventory = all.reduce((sum, { rev }) => sum + rev, 0)
        return { epoch, rev: inventory + revOf(heads), rows: toBoard(clubs, all, known) }
      }),
  }
}
