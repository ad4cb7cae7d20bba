import type { ClubId } from '#src/contract/ids.ts'
import type { Demand, EditionName } from '#src/contract/editions.ts'
import { type Line, LINE_VALUES } from '#src/contract/line.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Edition } from '../port.ts'
import { spanOf } from '../shared/entry-ids.ts'
import type { Cart, Tables } from '../tables.ts'
import type { Rows } from '../transfer.ts'
import { columnsOf, rowOf } from './columns.ts'
import type { Connection } from './connection.ts'
import { read, type Stored } from './lines.ts'
import type { Topics } from './topics.ts'

const OF_EDITION = 'WHERE cartId IN (SELECT id FROM past_carts WHERE editionId = ?)'

type KeptCart = Pick<Cart, 'id' | 'clubId' | 'rev'> & { lines: number }

/**
 * Editions and their orders. Lines go from one table to the other by statements for all at once: everything else waits meanwhile.
 */
export function openEditions({ prepare }: Connection, topics: Topics) {
  /** What a line keeps as it goes from one table to the other. */
  const kept = columnsOf(prepare, 'lines', 'known')
  const named = <Params extends string[]>(which: string) =>
    prepare<EditionName, Params>(`SELECT id AS _id, name FROM editions WHERE ${which}`)
  const byId = prepare<Edition, [string]>(
    `SELECT id AS _id, name, beganAt, endedAt FROM editions WHERE id = ?`,
  )
  const byKey = named<[string]>('key = ?')
  const endedBy = named<[string]>('endedBatch = ?')
  const endedAfter = named<[string]>('endedBatch > ? ORDER BY endedBatch LIMIT 1')
  const ofLine = named<[string]>(
    'id = (SELECT editionId FROM past_carts WHERE id = (SELECT cartId FROM past_lines WHERE _id = ?))',
  )
  const clubWithLines = prepare<{ name: string }, []>(
    'SELECT name FROM clubs WHERE id = (SELECT clubId FROM carts WHERE id = (SELECT cartId FROM lines LIMIT 1))',
  )
  const endings = prepare<{ end: string | null; previous: string | null }, [string]>(
    `SELECT endedBatch AS "end", (SELECT max(endedBatch) FROM editions p
       WHERE e.endedBatch IS NULL OR p.endedBatch < e.endedBatch) AS previous
     FROM editions e WHERE id = ?`,
  )
  const insert = prepare('INSERT INTO editions (id, name, key, beganAt) VALUES (?, ?, ?, ?)')
  const rename = prepare('UPDATE editions SET name = ?, key = ? WHERE id = ?')
  const end = prepare('UPDATE editions SET endedAt = ?, endedBatch = ? WHERE id = ?')
  const remove = prepare('DELETE FROM editions WHERE id = ?')

  const all = prepare<Edition, []>(
    `SELECT id AS _id, name, beganAt, endedAt FROM editions ORDER BY endedBatch IS NULL DESC, endedBatch DESC`,
  )
  const pastCounts = prepare<{ edition: string; lines: number }, { clubId: ClubId | null }>(
    `SELECT editionId AS edition, (SELECT count(*) FROM past_lines WHERE cartId = c.id AND deleted IS NULL) AS lines
     FROM past_carts c WHERE $clubId IS NULL OR c.clubId = $clubId`,
  )
  const pastCarts = prepare<Rows['pastCarts'], { id: string; clubId: ClubId | null }>(
    `SELECT * FROM past_carts WHERE editionId = $id AND ($clubId IS NULL OR clubId = $clubId)`,
  )
  const pastLines = prepare<Stored<Line>, [string]>(
    `SELECT _id, item_id, unit, ${LINE_VALUES.join(', ')}, coalesce(ownName, itemName) AS itemName
     FROM past_lines WHERE cartId = ? AND deleted IS NULL`,
  )
  /** Of one edition, and named last: to group the lines of all of them takes twice as long. */
  const demandOf = (lines: string) => `
    SELECT item_id,
      sum(iif(deleted IS NULL, ordered_quantity, delivered_quantity)) AS asked,
      sum(iif(deleted IS NULL, allotted_quantity, delivered_quantity)) AS given,
      sum(delivered_quantity) AS handed_over, count(DISTINCT cartId) AS clubs
    FROM ${lines} AND item_id IS NOT NULL AND (deleted IS NULL OR delivered_quantity > 0)
    GROUP BY item_id`
  type Sums = Omit<Demand, 'edition' | 'itemName'>
  const pastDemand = prepare<Sums, [string]>(
    demandOf('past_carts c CROSS JOIN past_lines ON cartId = c.id WHERE editionId = ?'),
  )
  const presentDemand = prepare<Sums, []>(demandOf('lines WHERE true'))

  const cartsNow = prepare<KeptCart, []>(
    `SELECT id, clubId, rev,
       (SELECT count(*) FROM lines WHERE cartId = carts.id AND deleted IS NULL) AS lines FROM carts`,
  )
  const hasLines = prepare<unknown, { id: string }>(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM lines WHERE cartId = $id AND deleted IS NULL)
       OR EXISTS (SELECT 1 FROM lines WHERE cartId = $id AND deleted IS NOT NULL)`,
  )
  const keepCart = prepare(`INSERT INTO ${rowOf(prepare, 'past_carts')}`)
  const keepLines = prepare(
    `INSERT INTO past_lines (${kept.join()}, itemName, unit)
     SELECT ${kept
       .map((column) =>
         column === 'delivered_quantity'
           ? `iif($isReturned OR l.deleted IS NOT NULL, l.delivered_quantity, l.allotted_quantity)`
           : `l.${column}`,
       )
       .join()}, iif(l.deleted IS NULL, i.itemName, NULL), iif(l.deleted IS NULL, coalesce(i.unit, ''), '')
     FROM lines l LEFT JOIN items i ON i._id = l.item_id`,
  )
  const emptyLines = prepare('DELETE FROM lines')
  const setCart = prepare('UPDATE carts SET id = ?, rev = ? WHERE clubId = ?')

  const cartsThen = prepare<KeptCart, [string]>(
    `SELECT p.id, p.clubId, c.rev,
       (SELECT count(*) FROM past_lines WHERE cartId = p.id AND deleted IS NULL) AS lines
     FROM past_carts p JOIN carts c ON c.clubId = p.clubId WHERE editionId = ?`,
  )
  const setDelivered = prepare('UPDATE past_lines SET delivered_quantity = ? WHERE _id = ?')
  const restoreLines = prepare(
    `INSERT INTO lines (${kept.join()}) SELECT ${kept.join()} FROM past_lines ${OF_EDITION}`,
  )
  const removePastLines = prepare(`DELETE FROM past_lines ${OF_EDITION}`)
  const removePastCarts = prepare('DELETE FROM past_carts WHERE editionId = ?')

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
    span(id) {
      const found = endings.get(id)
      return found && spanOf(found)
    },
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
      const moved = replace(carts, () => Bun.randomUUIDv7())
      return { clubs: moved.length, lines: moved.reduce((sum, { lines }) => sum + lines, 0) }
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
