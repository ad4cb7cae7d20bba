import type { ClubId } from '#src/contract/ids.ts'
import type { Demand, EditionName } from '#src/contract/editions.ts'
import { type Line, LINE_VALUES } from '#src/contract/line.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Edition } from '../port.ts'
import type { Cart, Tables } from '../tables.ts'
import type { Rows } from '../transfer.ts'
import {
  columnsOf,
  EDITION_TABLE,
  insertInto,
  LINE_TABLE,
  PAST_CART_TABLE,
  PAST_LINE_TABLE,
} from './columns.ts'
import type { Connection } from './connection.ts'
import { read, type Stored } from './lines.ts'
import type { Topics } from './topics.ts'

/** The first and the last batch of an edition, by their numbers. */
export type Span = { from: number; to: number }

/** The span of an edition; `null` for an unknown one. */
export function openSpans({ prepare }: Pick<Connection, 'prepare'>): (id: string) => Span | null {
  const span = prepare<Span, [string]>(
    `SELECT 1 + coalesce((SELECT max(b.seq) FROM editions p JOIN batches b ON b.id = p.ended_batch
         WHERE e.ended_batch IS NULL OR p.ended_batch < e.ended_batch), 0) AS "from",
       coalesce((SELECT seq FROM batches WHERE id = e.ended_batch), ${Number.MAX_SAFE_INTEGER}) AS "to"
     FROM editions e WHERE e.id = ?`,
  )
  return (id) => span.get(id)
}

const { known: _known, ...KEPT } = LINE_TABLE
/** What a line keeps as it goes from one table to the other. */
const KEPT_COLUMNS = Object.values(KEPT)
const OF_EDITION = 'WHERE cart_id IN (SELECT id FROM past_carts WHERE edition_id = ?)'

type KeptCart = Pick<Cart, 'id' | 'clubId' | 'rev'> & { lines: number }

/**
 * Editions and their orders. Lines go from one table to the other by statements for all at once: everything else waits meanwhile.
 */
export function openEditions({ prepare }: Connection, topics: Topics) {
  const named = <Params extends string[]>(which: string) =>
    prepare<EditionName, Params>(`SELECT id AS _id, name FROM editions WHERE ${which}`)
  const byId = prepare<Edition, [string]>(
    `SELECT id AS _id, ${columnsOf(EDITION_TABLE, ['name', 'beganAt', 'endedAt'])} FROM editions WHERE id = ?`,
  )
  const byKey = named<[string]>('name_key = ?')
  const endedBy = named<[string]>('ended_batch = ?')
  const endedAfter = named<[string]>('ended_batch > ? ORDER BY ended_batch LIMIT 1')
  const ofLine = named<[string]>(
    'id = (SELECT edition_id FROM past_carts WHERE id = (SELECT cart_id FROM past_lines WHERE id = ?))',
  )
  const clubWithLines = prepare<{ name: string }, []>(
    'SELECT name FROM clubs WHERE id = (SELECT club_id FROM carts WHERE id = (SELECT cart_id FROM lines LIMIT 1))',
  )
  const insert = prepare('INSERT INTO editions (id, name, name_key, began_at) VALUES (?, ?, ?, ?)')
  const rename = prepare('UPDATE editions SET name = ?, name_key = ? WHERE id = ?')
  const end = prepare('UPDATE editions SET ended_at = ?, ended_batch = ? WHERE id = ?')
  const remove = prepare('DELETE FROM editions WHERE id = ?')

  const all = prepare<Edition, []>(
    `SELECT id AS _id, ${columnsOf(EDITION_TABLE, ['name', 'beganAt', 'endedAt'])} FROM editions
     ORDER BY ended_batch IS NULL DESC, ended_batch DESC`,
  )
  const pastCounts = prepare<{ edition: string; lines: number }, { clubId: ClubId | null }>(
    `SELECT edition_id AS edition, (SELECT count(*) FROM past_lines WHERE cart_id = c.id AND deleted IS NULL) AS lines
     FROM past_carts c WHERE $clubId IS NULL OR c.club_id = $clubId`,
  )
  const pastCarts = prepare<Rows['pastCarts'], { id: string; clubId: ClubId | null }>(
    `SELECT ${columnsOf(PAST_CART_TABLE)} FROM past_carts
     WHERE edition_id = $id AND ($clubId IS NULL OR club_id = $clubId)`,
  )
  const pastLines = prepare<Stored<Line>, [string]>(
    `SELECT ${columnsOf(PAST_LINE_TABLE, ['_id', 'item_id', 'unit', ...LINE_VALUES], 'l')}, coalesce(l.own_name, l.item_name) AS itemName
     FROM past_lines l WHERE l.cart_id = ? AND l.deleted IS NULL`,
  )
  /** Of one edition, and named last: to group the lines of all of them takes twice as long. */
  const demandOf = (lines: string) => `
    SELECT item_id,
      sum(iif(deleted IS NULL, ordered_quantity, delivered_quantity)) AS asked,
      sum(iif(deleted IS NULL, allotted_quantity, delivered_quantity)) AS given,
      sum(delivered_quantity) AS handed_over, count(DISTINCT cart_id) AS clubs
    FROM ${lines} AND item_id IS NOT NULL AND (deleted IS NULL OR delivered_quantity > 0)
    GROUP BY item_id`
  type Sums = Omit<Demand, 'edition' | 'itemName'>
  const pastDemand = prepare<Sums, [string]>(
    demandOf('past_carts c CROSS JOIN past_lines ON cart_id = c.id WHERE edition_id = ?'),
  )
  const presentDemand = prepare<Sums, []>(demandOf('lines WHERE true'))

  const cartsNow = prepare<KeptCart, []>(
    `SELECT id, club_id AS clubId, rev,
       (SELECT count(*) FROM lines WHERE cart_id = carts.id AND deleted IS NULL) AS lines FROM carts`,
  )
  const hasLines = prepare<unknown, { id: string }>(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM lines WHERE cart_id = $id AND deleted IS NULL)
       OR EXISTS (SELECT 1 FROM lines WHERE cart_id = $id AND deleted IS NOT NULL)`,
  )
  const keepCart = prepare(insertInto('past_carts', PAST_CART_TABLE))
  const keepLines = prepare(
    `INSERT INTO past_lines (${Object.values(PAST_LINE_TABLE).join()})
     SELECT ${KEPT_COLUMNS.map((column) =>
       column === 'delivered_quantity'
         ? `iif($isReturned OR l.deleted IS NOT NULL, l.delivered_quantity, l.allotted_quantity)`
         : `l.${column}`,
     ).join()}, iif(l.deleted IS NULL, i.name, NULL), iif(l.deleted IS NULL, coalesce(i.unit, ''), '')
     FROM lines l LEFT JOIN items i ON i.id = l.item_id`,
  )
  const emptyLines = prepare('DELETE FROM lines')
  const setCart = prepare('UPDATE carts SET id = ?, rev = ? WHERE club_id = ?')

  const cartsThen = prepare<KeptCart, [string]>(
    `SELECT p.id, p.club_id AS clubId, c.rev,
       (SELECT count(*) FROM past_lines WHERE cart_id = p.id AND deleted IS NULL) AS lines
     FROM past_carts p JOIN carts c ON c.club_id = p.club_id WHERE edition_id = ?`,
  )
  const setDelivered = prepare('UPDATE past_lines SET delivered_quantity = ? WHERE id = ?')
  const restoreLines = prepare(
    `INSERT INTO lines (${KEPT_COLUMNS.join()}) SELECT ${KEPT_COLUMNS.join()} FROM past_lines ${OF_EDITION}`,
  )
  const removePastLines = prepare(`DELETE FROM past_lines ${OF_EDITION}`)
  const removePastCarts = prepare('DELETE FROM past_carts WHERE edition_id = ?')

  /** Gives carts their other ids. Those with lines move. Answers these. */
  function replace(carts: readonly KeptCart[], idOf: (cart: KeptCart) => string): KeptCart[] {
    const moved = carts.filter(({ lines }) => lines > 0)
    for (const cart of carts) {
      const rev = cart.rev + (cart.lines > 0 ? 1 : 0)
      setCart.run(idOf(cart), rev, cart.clubId)
      if (cart.lines > 0) topics.moveOrder(cart.clubId, rev)
    }
    return moved
  }

  return {
    hasAny: (): boolean => prepare('SELECT 1 FROM editions LIMIT 1').get() !== null,
    find: (id) => byId.get(id),
    all: () => all.all(),
    pastCounts: (clubId?: ClubId) => pastCounts.all({ clubId: clubId ?? null }),
    pastOrders: (id, clubId) =>
      pastCarts
        .all({ id, clubId: clubId ?? null })
        .map(({ id: cartId, clubId: user_id, clubName, cordName }) => ({
          user_id,
          clubName,
          cordName,
          lines: pastLines.all(cartId).map(read<Line>),
        })),
    demand: () =>
      all.all().flatMap(({ _id, endedAt }) => {
        const edition = endedAt === null ? null : _id
        const rows = edition === null ? presentDemand.all() : pastDemand.all(edition)
        return rows.map((row) => ({ ...row, edition }))
      }),
    named: (key) => byKey.get(key),
    endedOf: (lineIds) => lineIds.flatMap((id) => ofLine.get(id) ?? [])[0]?.name ?? null,
    endedBy: (batch) => endedBy.get(batch),
    endedAfter: (batch) => endedAfter.get(batch),
    clubWithLines: () => clubWithLines.get()?.name ?? null,
    rename(id, name) {
      rename.run(name, nameKey(name), id)
      topics.move('ordering')
    },
    begin(name: string, now: number): EditionName {
      const edition = { _id: Bun.randomUUIDv7(), name }
      insert.run(edition._id, name, nameKey(name), now)
      return edition
    },
    end(id, { endedAt, endedBatch }) {
      end.run(endedAt, endedBatch, id)
      topics.move('ordering')
    },
    remove: (id) => remove.run(id),
    keepOrders(past, leftovers) {
      const carts = cartsNow.all()
      for (const cart of past) if (hasLines.get({ id: cart.id })) keepCart.run(cart)
      keepLines.run({ isReturned: leftovers === 'shelf' })
      emptyLines.run()
      const kept = replace(carts, () => Bun.randomUUIDv7())
      return { clubs: kept.length, lines: kept.reduce((sum, { lines }) => sum + lines, 0) }
    },
    bringBack(id, handedOver) {
      for (const [lineId, units] of handedOver) setDelivered.run(units, lineId)
      replace(cartsThen.all(id), (cart) => cart.id)
      restoreLines.run(id)
      removePastLines.run(id)
      removePastCarts.run(id)
    },
  } satisfies Tables['editions'] & { hasAny(): boolean }
}
