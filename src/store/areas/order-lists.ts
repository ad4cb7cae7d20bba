import { type BoardLine, inClubOrder, inLineOrder } from '#src/contract/board.ts'
import type { Handout, HandoutLine } from '#src/contract/handout.ts'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import { type CartSummary, HELD_FIELDS } from '#src/contract/records.ts'
import { timeText } from '#src/contract/wire.ts'
import { readyForClub } from '#src/rules/announced.ts'
import { batchTime } from '#src/rules/batch-time.ts'
import { countOrder } from '#src/rules/order-counts.ts'
import type { BoardRevs, OrderStore } from '../port.ts'
import type { Database, LineRow, Tables } from '../tables.ts'
import { ask } from '../work.ts'
import { toLine } from './lines.ts'
import { liveLines, ownedCarts, type Owned, whoAsks } from './owned-carts.ts'

const byTime = (a: LineRow, b: LineRow): number => a.at - b.at || (a._id < b._id ? -1 : 1)

/** Lines by their carts, the cart with the oldest line first. */
function byFirstLine(
  lines: readonly LineRow[],
  owned: ReadonlyMap<string, Owned>,
): { owner: Owned; lines: LineRow[] }[] {
  const byCart = Map.groupBy(lines.toSorted(byTime), ({ cartId }) => cartId)
  return [...byCart].flatMap(([cartId, own]) => {
    const owner = owned.get(cartId)
    return owner ? [{ owner, lines: own }] : []
  })
}

const heldBack = ({ announced }: LineRow) =>
  announced && { announced: pick(announced, HELD_FIELDS) }

/** None for a custom line. */
function toBoardLine(line: LineRow): BoardLine[] {
  const { item_id } = line
  if (item_id === null) return []
  return [
    {
      ...pick(line, ['_id', 'ordered_quantity', 'allotted_quantity', 'delivered_quantity']),
      ...pick(line, ['status', 'remarks']),
      item_id,
      ordered_at: new Date(line.at).toISOString(),
      ...heldBack(line),
    },
  ]
}

/**
 * The clubs that a reader of the board does not know as they are. A page may have read a club with a line that came and went since: then it gets
 * the club without lines. An order of revision 0 never had one.
 */
function* boardClubs(tables: Tables, known: BoardRevs | undefined) {
  const changed = (yield* ownedCarts(tables, ({ clubId, rev }) => known?.clubs.get(clubId) !== rev))
    .values()
    .toArray()
  const linesOf = yield* liveLines(tables, known && changed.map(({ cart }) => cart.id))
  const clubs = changed.map((owner) => ({
    ...pick(whoAsks(owner), ['user_id', 'clubName', 'cordName', 'email']),
    cart_id: owner.cart.id,
    rev: owner.cart.rev,
    lines: inLineOrder(linesOf(owner.cart.id).flatMap(toBoardLine)),
  }))
  const left = known ? clubs.filter(({ rev, lines }) => rev > 0 && lines.length === 0) : []
  return [...inClubOrder(clubs), ...left]
}

const toHandoutLine = (line: LineRow, place: string): HandoutLine => ({
  ...pick(line, ['_id', 'item_id', 'itemName', 'unit']),
  place,
  ...pick(line, ['ordered_quantity', 'allotted_quantity', 'delivered_quantity', 'status']),
  ...heldBack(line),
})

/** The methods of `orders` that only read. */
export function openOrderLists({
  read,
}: Database): Pick<
  OrderStore,
  'read' | 'listCarts' | 'listCustomLines' | 'listHeld' | 'board' | 'handout' | 'pickup'
> {
  return {
    read: (clubId) =>
      read(function* ({ carts, lines }) {
        const [cart] = yield* ask(carts.ofClubs([clubId]))
        if (!cart) return null
        const rows = (yield* ask(lines.ofCart(cart.id))).map(toLine)
        return { rev: cart.rev, rows: inListOrder(rows) }
      }),
    listCarts: () =>
      read(function* (tables) {
        const { carts, lines, topics } = tables
        const owned = yield* ownedCarts(tables)
        const latest = yield* ask(carts.latest())
        const rows = byFirstLine(yield* ask(lines.live('all')), owned).map(
          ({ owner, lines: own }): CartSummary => {
            const batch = latest.get(owner.cart.clubId)
            return {
              ...whoAsks(owner),
              cart_id: owner.cart.id,
              people: owner.people.map(({ cordName, mobile: contact, email }) => ({
                cordName,
                contact,
                email,
              })),
              ...countOrder(own),
              changed_at: timeText(batch === undefined ? null : batchTime(batch)),
            }
          },
        )
        return { rev: yield* ask(topics.rev('carts')), rows }
      }),
    listCustomLines: () =>
      read(function* (tables) {
        const owned = yield* ownedCarts(tables)
        const custom = byFirstLine(yield* ask(tables.lines.live('custom')), owned)
        const rows = custom.flatMap(({ owner, lines }) =>
          lines.map((line) => ({ ...toLine(line), ...whoAsks(owner) })),
        )
        return { rev: yield* ask(tables.topics.rev('carts')), rows: inListOrder(rows) }
      }),
    listHeld: () =>
      read(function* (tables) {
        const ahead = yield* ask(tables.lines.live('ahead'))
        const all: LineRow[] = []
        for (const cartId of new Set(ahead.map((line) => line.cartId)))
          all.push(...(yield* ask(tables.lines.ofCart(cartId))))
        const owned = ahead.length > 0 ? yield* ownedCarts(tables) : new Map<string, Owned>()
        const rows = byFirstLine(all, owned).map(({ owner, lines }) => ({
          ...pick(whoAsks(owner), ['user_id', 'clubName', 'email']),
          lines: inListOrder(lines.filter(({ announced }) => announced !== null).map(toLine)),
        }))
        return { rev: yield* ask(tables.topics.rev('carts')), rows }
      }),
    board: (known) =>
      read(function* (tables) {
        const items = yield* ask(tables.items.all())
        const clubs = yield* boardClubs(tables, known)
        const named = new Set(known?.items.keys())
        for (const { lines } of clubs) for (const { item_id } of lines) named.add(item_id)
        const shown = items.filter(
          ({ _id, rev }) => named.has(_id) && known?.items.get(_id) !== rev,
        )
        const rev = yield* ask(tables.topics.rev('inventory', 'carts'))
        return { rev, rows: { items: inListOrder(shown), clubs } }
      }),
    handout: () =>
      read(function* (tables) {
        const owned = yield* ownedCarts(tables)
        const waiting = byFirstLine(yield* ask(tables.lines.live('waiting')), owned)
        const ids = waiting.flatMap(({ lines }) => lines.flatMap(({ item_id }) => item_id ?? []))
        const found = yield* ask(tables.items.find(ids))
        const places = new Map(found.map(({ _id, place }) => [_id, place]))
        const clubs = waiting.map(({ owner, lines }): Handout['clubs'][number] => ({
          user_id: owner.cart.clubId,
          clubName: owner.clubName,
          people: owner.people.map(({ cordName }) => cordName),
          lines: inListOrder(lines).map((line) =>
            toHandoutLine(line, places.get(line.item_id ?? '') ?? ''),
          ),
        }))
        const rev = yield* ask(tables.topics.rev('inventory', 'carts'))
        return { rev, rows: { clubs: inNameOrder(clubs, ({ clubName }) => clubName) } }
      }),
    pickup: () =>
      read(function* (tables) {
        const { pickup } = (yield* ask(tables.ordering.read())).ordering
        const owned = yield* ownedCarts(tables)
        const clubs = byFirstLine(yield* ask(tables.lines.live('ready')), owned)
          .map(({ owner, lines }) => ({ clubName: owner.clubName, ready: readyForClub(lines) }))
          .filter(({ ready }) => ready > 0)
        const rows = { message: pickup, clubs: inNameOrder(clubs, ({ clubName }) => clubName) }
        return { rev: yield* ask(tables.topics.rev('ordering', 'carts')), rows }
      }),
  }
}
