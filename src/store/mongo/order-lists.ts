import type { ClientSession } from 'mongodb'
import { inLineOrder } from '#src/contract/board.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import type { CartSummary } from '#src/contract/records.ts'
import { timeText } from '#src/contract/wire.ts'
import { batchTime } from '#src/rules/batch-time.ts'
import { countOrder } from '#src/rules/order-counts.ts'
import type { OrderStore } from '../port.ts'
import { toBoard, toBoardLine } from '../shared/board.ts'
import type { Connection } from './connection.ts'
import { AHEAD } from './announcing.ts'
import { type CartDoc, CARTS_AT_ONCE, type LineDoc } from './documents.ts'
import { toStockItem } from './items.ts'
import { toLine } from './lines.ts'
import { namedClubs, whoAsks } from './named-clubs.ts'
import type { Parts } from './parts.ts'

const byTime = (a: LineDoc, b: LineDoc): number => a.at - b.at || (a._id < b._id ? -1 : 1)

/** A club's own revision on the board: it grows with its lines and with its names. */
const clubRev = ({ rev, detailsRev }: Pick<CartDoc, 'rev' | 'detailsRev'>) => rev + detailsRev

/** The carts with a live line, by the time of their first one. */
const byFirstLine = (carts: readonly CartDoc[]): CartDoc[] =>
  carts
    .flatMap((cart) =>
      cart.lines
        .toSorted(byTime)
        .slice(0, 1)
        .map((first) => ({ cart, first })),
    )
    .toSorted((a, b) => byTime(a.first, b.first))
    .map(({ cart }) => cart)

/** The methods of `orders` that only read. */
export function openOrderLists(
  { accounts, carts, clubs: allClubs, items: stock, snapshot }: Connection,
  { topics, items }: Parts,
): Pick<OrderStore, 'read' | 'listCarts' | 'listCustomLines' | 'listHeld' | 'board'> {
  /** Carts with their accounts, in the order of the carts. */
  async function withOwners(found: readonly CartDoc[], session: ClientSession) {
    const ids = found.map(({ clubId }) => clubId)
    const byId = await namedClubs(ids, { accounts, clubs: allClubs }, session)
    return found.flatMap((cart) => {
      const owner = byId.get(cart.clubId)
      return owner ? [{ cart, owner }] : []
    })
  }

  return {
    read: (clubId) =>
      snapshot(async (session) => {
        const cart = await carts.findOne({ clubId }, { session })
        if (!cart) return null
        const names = await items.ofLines(cart.lines, session)
        const rows = cart.lines.map((line) => toLine(line, names))
        return { rev: cart.rev, rows: inListOrder(rows) }
      }),
    listCarts: () =>
      snapshot(async (session) => {
        const found = byFirstLine(
          await carts.find({}, { session, batchSize: CARTS_AT_ONCE }).toArray(),
        )
        const rows = (await withOwners(found, session)).map(({ cart, owner }): CartSummary => ({
          ...whoAsks(owner),
          cart_id: cart._id,
          people: owner.people.map(({ cordName, mobile: contact, email }) => ({
            cordName,
            contact,
            email,
          })),
          ...countOrder(cart.lines.map((line) => toLine(line))),
          changed_at: timeText(cart.batch === undefined ? null : batchTime(cart.batch)),
        }))
        return { rev: await topics.revs.carts(session), rows }
      }),
    listCustomLines: () =>
      snapshot(async (session) => {
        const found = await withOwners(
          await carts.find({}, { session, batchSize: CARTS_AT_ONCE }).toArray(),
          session,
        )
        const custom = found.flatMap(({ cart, owner }) =>
          cart.lines
            .filter(({ item_id }) => item_id === null)
            .map((line) => ({ ...toLine(line), ...whoAsks(owner) })),
        )
        const rows = inListOrder(custom)
        return { rev: await topics.revs.carts(session), rows }
      }),
    listHeld: () =>
      snapshot(async (session) => {
        const found = byFirstLine(
          await carts.find(AHEAD, { session, batchSize: CARTS_AT_ONCE }).toArray(),
        )
        const names = await items.ofLines(
          found.flatMap(({ lines }) => lines),
          session,
        )
        const rows = (await withOwners(found, session)).map(({ cart: { lines }, owner }) => {
          const ahead = lines.filter(({ announced }) => announced !== null)
          return {
            ...pick(whoAsks(owner), ['user_id', 'clubName', 'email']),
            lines: inListOrder(ahead.map((line) => toLine(line, names))),
          }
        })
        return { rev: await topics.revs.carts(session), rows }
      }),
    board: (known) =>
      snapshot(async (session) => {
        const heads = await carts
          .find({}, { session, projection: { clubId: 1, rev: 1, detailsRev: 1 } })
          .toArray()
        const changed = heads.filter((cart) => known?.clubs.get(cart.clubId) !== clubRev(cart))
        const ids = changed.map(({ _id }) => _id)
        const found = await carts
          .find({ _id: { $in: ids } }, { session, batchSize: CARTS_AT_ONCE })
          .toArray()
        const clubs = (await withOwners(found, session)).map(({ cart, owner }) => ({
          ...pick(whoAsks(owner), ['user_id', 'clubName', 'cordName', 'email']),
          cart_id: cart._id,
          rev: clubRev(cart),
          lines: inLineOrder(cart.lines.flatMap((line) => toBoardLine(toLine(line), line.at))),
        }))
        const all = (await stock.find({}, { session }).toArray()).map(toStockItem)
        const rev = [...all.map((item) => item.rev), ...heads.map(clubRev)].reduce(
          (sum, each) => sum + each,
          0,
        )
        return { rev, rows: toBoard(clubs, all, known) }
      }),
  }
}
