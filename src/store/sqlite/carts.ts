import type { ClubId } from '#src/contract/ids.ts'
import { LINE_VALUES } from '#src/contract/line.ts'
import type { Since } from '#src/rules/digest.ts'
import type { Known } from '#src/rules/known.ts'
import type { Usage } from '#src/rules/quota.ts'
import type { AskedLine, Cart, CartHead, LineRow, LiveLines, Tables } from '../tables.ts'
import { rowOf, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import { fromJson, read, ROW_COLUMNS, type Stored, toJson } from './lines.ts'
import type { Prepared } from './statements.ts'
import type { Topics } from './topics.ts'

type CartRow = Omit<Cart, 'usage' | 'knownSince'> & {
  usage: string | null
  knownSince: string | null
}

const toCart = (row: CartRow): Cart => ({
  ...row,
  usage: fromJson<Usage>(row.usage),
  knownSince: fromJson<Since>(row.knownSince),
})

/** For what reads all lines: by `+` in the order of the table. By the index of live lines each row would be looked up, which takes four times as long. */
const isLive = '+deleted IS NULL'

/** Carts, and the lines in them. */
export function openCarts(
  { prepare }: Connection,
  topics: Topics,
): Pick<Tables, 'carts' | 'lines'> {
  const cartsWhere = <Params extends string[]>(which: string) =>
    prepare<CartRow, Params>(`SELECT * FROM carts WHERE ${which}`)
  const cartById = cartsWhere<[string]>('id = ?')
  const cartOf = cartsWhere<[ClubId]>('clubId = ?')
  const cartsWith = cartsWhere<[string]>(
    'id IN (SELECT cartId FROM lines WHERE item_id IN (SELECT value FROM json_each(?)) AND deleted IS NULL)',
  )
  const changed = prepare<CartRow, [number]>(
    `SELECT * FROM carts WHERE changedAt IS NOT NULL ORDER BY changedAt LIMIT ?`,
  )
  const heads = prepare<CartHead, []>('SELECT id, clubId, rev FROM carts')
  const latestOf = prepare<{ id: string }, [ClubId]>(
    `SELECT b.id FROM entries e JOIN batches b ON b.seq = e.batch
     WHERE e.clubId = ? AND e.kind <> 'invitation_changed' ORDER BY e.batch DESC, e.place DESC LIMIT 1`,
  )
  const sizes = prepare<{ clubId: ClubId; lines: number }, []>(
    `SELECT clubId, coalesce(n, 0) AS lines FROM carts LEFT JOIN
       (SELECT cartId, count(*) AS n FROM lines WHERE ${isLive} GROUP BY cartId) ON cartId = id`,
  )
  const raise = prepare(
    `UPDATE carts SET rev = ?, usage = coalesce(?, usage), knownSince = coalesce(?, knownSince) WHERE id = ?`,
  )
  const setKnown = prepare(
    'UPDATE carts SET changedAt = NULL, changedBatch = NULL, knownSince = ? WHERE id = ?',
  )

  const linesWhere = <Params extends string[]>(which: string) =>
    prepare<Stored<LineRow>, Params>(`SELECT ${ROW_COLUMNS} FROM lines l WHERE ${which}`)
  const lineById = linesWhere<[string]>('l._id = ?')
  const linesOfCart = linesWhere<[string]>('l.cartId = ? AND l.deleted IS NULL')
  const lineByKey = linesWhere<[string, string]>('l.cartId = ? AND l.key = ? AND l.deleted IS NULL')
  const live: Record<LiveLines, Prepared<Stored<LineRow>, []>> = {
    all: linesWhere(isLive),
    custom: linesWhere(`l.item_id IS NULL AND ${isLive}`),
    ahead: linesWhere('l.announced IS NOT NULL AND l.deleted IS NULL'),
    waiting: linesWhere(`l.allotted_quantity > l.delivered_quantity AND ${isLive}`),
    ready: linesWhere(`(l.status = 'Ready' OR l.announced IS NOT NULL) AND ${isLive}`),
  }
  const untold = linesWhere<[string]>('l.cartId = ? AND l.known IS NOT NULL')
  const countOf = prepare<{ lines: number; custom: number }, [string]>(
    // Reads the index alone: the key of a custom line says that it is one.
    `SELECT count(*) AS lines, coalesce(sum(key LIKE 'name:%'), 0) AS custom
     FROM lines WHERE cartId = ? AND deleted IS NULL`,
  )
  const wasDeleted = prepare<unknown, [string, string, string]>(
    `SELECT 1 FROM lines WHERE cartId = ? AND deleted IS NOT NULL
       AND (_id = ? OR key IN (SELECT value FROM json_each(?))) LIMIT 1`,
  )
  const asked = prepare<AskedLine, [string]>(
    `SELECT _id, ownName, ordered_quantity FROM lines WHERE _id = ?1
     UNION ALL SELECT _id, ownName, ordered_quantity FROM past_lines WHERE _id = ?1`,
  )
  const forget = prepare('UPDATE lines SET known = NULL WHERE cartId = ? AND known IS NOT NULL')
  // Most writes change a line that stays live: then no index of live or deleted lines is written anew.
  const change = prepare(
    `UPDATE lines SET ${setTo([...LINE_VALUES, 'known'])} WHERE _id = $_id AND deleted IS $deleted`,
  )
  const save = prepare(
    `INSERT INTO ${rowOf(prepare, 'lines')} ON CONFLICT (_id) DO UPDATE SET ${setTo([...LINE_VALUES, 'known', 'deleted'])}`,
  )
  function saveLine(line: LineRow): void {
    const row = {
      ...line,
      announced: toJson(line.announced),
      known: toJson(line.known),
      deleted: toJson(line.deleted),
    }
    if (change.run(row).changes === 0) save.run(row)
  }

  return {
    carts: {
      find: (ids) => [...new Set(ids)].flatMap((id) => cartById.all(id)).map(toCart),
      ofClubs: (ids) => ids.flatMap((id) => cartOf.all(id)).map(toCart),
      withItems: (ids) => (ids.length === 0 ? [] : cartsWith.all(JSON.stringify(ids)).map(toCart)),
      changed: (limit = -1) => changed.all(limit).map(toCart),
      heads: () => heads.all(),
      latest: () =>
        new Map(
          heads.all().flatMap(({ clubId }) => {
            const batch = latestOf.get(clubId)
            return batch ? [[clubId, batch.id]] : []
          }),
        ),
      sizes: () => new Map(sizes.all().map(({ clubId, lines }) => [clubId, lines])),
      write(changes) {
        for (const { cart, lines, usage = null, knownSince = null } of changes) {
          for (const line of lines) saveLine(line)
          const rev = cart.rev + 1
          raise.run(rev, toJson(usage), toJson(knownSince), cart.id)
          topics.moveOrder(cart.clubId, rev)
        }
      },
      setKnown(known) {
        for (const { cart, knownSince } of known) setKnown.run(toJson(knownSince), cart.id)
      },
    },
    lines: {
      find: (ids, { areDeleted } = { areDeleted: false }) =>
        ids
          .flatMap((id) => lineById.all(id))
          .map(read<LineRow>)
          .filter(({ deleted }) => areDeleted || deleted === null),
      ofCart: (cartId, keys) =>
        (keys ? keys.flatMap((key) => lineByKey.all(cartId, key)) : linesOfCart.all(cartId)).map(
          read<LineRow>,
        ),
      countOf: (cartId) => countOf.get(cartId) ?? { lines: 0, custom: 0 },
      live(which, cartIds) {
        const only = cartIds && new Set(cartIds)
        const rows = live[which].all().filter(({ cartId }) => only?.has(cartId) ?? true)
        return rows.map(read<LineRow>)
      },
      wasDeleted: (cartId, id, keys) => wasDeleted.get(cartId, id, JSON.stringify(keys)) !== null,
      untold: (cartIds) =>
        cartIds.flatMap((id) => untold.all(id)).map(read<LineRow & { known: Known }>),
      asked: (ids) => ids.flatMap((id) => asked.all(id)),
      forget(cartIds) {
        for (const id of cartIds) forget.run(id)
      },
    },
  }
}
