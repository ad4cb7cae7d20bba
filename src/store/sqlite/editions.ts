import type { ClubId } from '#src/contract/ids.ts'
import type { Demand, EditionName } from '#src/contract/editions.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import { ordersTopic } from '#src/contract/topics.ts'
import { editionNameTaken, otherEdition } from '#src/rules/editions.ts'
import { editionRenamedEntry } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { CountedEdition, Edition, EditionOrders, EditionStore } from '../port.ts'
import { columnsOf, EDITION_TABLE, PAST_LINE_TABLE } from './columns.ts'
import type { Connection } from './connection.ts'
import { LINE_COLUMNS, read, type Stored } from './lines.ts'
import type { Parts } from './parts.ts'
import { WHO } from './speaker.ts'

/** The first and the last batch of an edition, by their numbers. */
export type Span = { from: number; to: number }

/** Finds editions, and begins them. */
export function openEditions({ prepare }: Connection) {
  const byId = prepare<Edition, [string]>(
    `SELECT id AS _id, ${columnsOf(EDITION_TABLE, ['name', 'beganAt', 'endedAt'])} FROM editions WHERE id = ?`,
  )
  const byKey = prepare<{ name: string; id: string }, [string]>(
    'SELECT name, id FROM editions WHERE name_key = ?',
  )
  const insert = prepare('INSERT INTO editions (id, name, name_key, began_at) VALUES (?, ?, ?, ?)')
  const rename = prepare('UPDATE editions SET name = ?, name_key = ? WHERE id = ?')
  const any = prepare('SELECT 1 FROM editions LIMIT 1')
  const ofLine = prepare<{ name: string }, [string]>(
    `SELECT name FROM editions WHERE id = (SELECT edition_id FROM past_carts WHERE id =
       (SELECT cart_id FROM past_lines WHERE id = ?))`,
  )
  const span = prepare<Span, [string]>(
    `SELECT 1 + coalesce((SELECT max(b.seq) FROM editions p JOIN batches b ON b.id = p.ended_batch
         WHERE e.ended_batch IS NULL OR p.ended_batch < e.ended_batch), 0) AS "from",
       coalesce((SELECT seq FROM batches WHERE id = e.ended_batch), ${Number.MAX_SAFE_INTEGER}) AS "to"
     FROM editions e WHERE e.id = ?`,
  )

  /** Throws `name_taken` if another edition than `ownId` has the name. */
  function checkName(name: string, ownId: string | null): void {
    const namesake = byKey.get(nameKey(name))
    if (namesake && namesake.id !== ownId) throw editionNameTaken(namesake.name)
  }

  return {
    byId: (id: string): Edition | null => byId.get(id),
    hasAny: (): boolean => any.get() !== null,
    checkName,
    /** Throws `changed_meanwhile` if the asked edition is not the current one. */
    checkCurrent(current: EditionName, asked: string): void {
      if (asked !== current._id) throw otherEdition(current, byId.get(asked)?.name ?? null)
    },
    /** Belongs in a write. */
    begin(name: string, now: number): EditionName {
      const edition = { _id: Bun.randomUUIDv7(), name }
      insert.run(edition._id, name, nameKey(name), now)
      return edition
    },
    /** Belongs in a write. */
    rename(id: string, name: string): void {
      rename.run(name, nameKey(name), id)
    },
    /** The name of the ended edition to which a line belongs; `null` for a line of the current one. */
    endedOf: (lineId: string): string | null => ofLine.get(lineId)?.name ?? null,
    /** `null` for an unknown edition. */
    span: (id: string): Span | null => span.get(id),
  }
}

/** The columns of a `Line` of `past_lines l`. */
const PAST_COLUMNS = `${columnsOf(PAST_LINE_TABLE, ['_id', 'item_id', 'unit', 'ordered_quantity', 'allotted_quantity', 'delivered_quantity', 'status', 'remarks', 'link', 'announced'], 'l')},
  coalesce(l.own_name, l.item_name) AS itemName`

type Club = EditionOrders['clubs'][number]
type ClubRow = Omit<Club, 'lines'> & { cartId: string }

/** The area `editions`, but for `end`. */
export function openEditionLists(
  { prepare, snapshot, write }: Connection,
  { topics, ordering, editions, entries }: Parts,
): Omit<EditionStore, 'end'> {
  const all = prepare<CountedEdition, { clubId: ClubId | null }>(
    `SELECT id AS _id, ${columnsOf(EDITION_TABLE, ['name', 'beganAt', 'endedAt'])},
       count(s.lines) AS clubs, coalesce(sum(s.lines), 0) AS lines
     FROM editions e LEFT JOIN (
       SELECT c.edition_id AS edition, (SELECT count(*) FROM past_lines WHERE cart_id = c.id AND deleted IS NULL) AS lines
       FROM past_carts c WHERE $clubId IS NULL OR c.club_id = $clubId
       UNION ALL
       SELECT (SELECT id FROM editions WHERE ended_at IS NULL),
         (SELECT count(*) FROM lines WHERE cart_id = c.id AND deleted IS NULL)
       FROM carts c WHERE $clubId IS NULL OR c.club_id = $clubId
     ) s ON s.edition = e.id AND s.lines > 0
     GROUP BY e.id ORDER BY ended_batch IS NULL DESC, ended_batch DESC`,
  )
  const pastClubs = prepare<ClubRow, { id: string; clubId: ClubId | null }>(
    `SELECT id AS cartId, club_id AS user_id, club_name AS clubName, cord_name AS cordName
     FROM past_carts WHERE edition_id = $id AND ($clubId IS NULL OR club_id = $clubId)`,
  )
  const pastLines = prepare<Stored<Line>, [string]>(
    `SELECT ${PAST_COLUMNS} FROM past_lines l WHERE l.cart_id = ? AND l.deleted IS NULL`,
  )
  const presentClubs = prepare<ClubRow, { clubId: ClubId | null }>(
    `SELECT c.id AS cartId, k.id AS user_id, k.name AS clubName, coalesce(a.cord_name, '') AS cordName
     FROM carts c ${WHO}
     WHERE $clubId IS NULL OR c.club_id = $clubId`,
  )
  const presentLines = prepare<Stored<Line>, [string]>(
    `SELECT ${LINE_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted IS NULL`,
  )
  const newestFirst = prepare<Pick<Edition, '_id' | 'endedAt'>, []>(
    `SELECT id AS _id, ended_at AS endedAt FROM editions ORDER BY ended_batch IS NULL DESC, ended_batch DESC`,
  )
  /** Of one edition, and named last: to group the lines of all of them takes twice as long. */
  const demandOf = (lines: string) => `
    SELECT item_id, (SELECT name FROM items WHERE id = item_id) AS itemName,
      sum(iif(deleted IS NULL, ordered_quantity, delivered_quantity)) AS asked,
      sum(iif(deleted IS NULL, allotted_quantity, delivered_quantity)) AS given,
      sum(delivered_quantity) AS handed_over, count(DISTINCT cart_id) AS clubs
    FROM ${lines} AND item_id IS NOT NULL AND (deleted IS NULL OR delivered_quantity > 0)
    GROUP BY item_id`
  const pastDemand = prepare<Omit<Demand, 'edition'>, [string]>(
    demandOf('past_carts c CROSS JOIN past_lines ON cart_id = c.id WHERE edition_id = ?'),
  )
  const presentDemand = prepare<Omit<Demand, 'edition'>, []>(demandOf('lines WHERE true'))

  const revOf = (clubId?: ClubId) =>
    topics.revs().ordering +
    (clubId === undefined ? topics.revs().carts : (topics.revOf(ordersTopic(clubId)) ?? 0))

  /** Clubs with lines, by name. A club that reads its own order of the current edition reads that it is empty. */
  function clubsOf(edition: Edition, clubId?: ClubId): Club[] {
    const isPast = edition.endedAt !== null
    const named = { clubId: clubId ?? null }
    const found = isPast ? pastClubs.all({ ...named, id: edition._id }) : presentClubs.all(named)
    const clubs = found.map(({ cartId, ...club }): Club => {
      const rows = (isPast ? pastLines : presentLines).all(cartId).map(read<Line>)
      return { ...club, lines: rows }
    })
    const shown = clubs.filter(({ lines }) => lines.length > 0 || (clubId !== undefined && !isPast))
    return inNameOrder(shown, ({ clubName }) => clubName)
  }

  return {
    list: (clubId) =>
      snapshot(() => {
        const rows = all
          .all({ clubId: clubId ?? null })
          .filter(({ endedAt, lines }) => endedAt === null || clubId === undefined || lines > 0)
        return { rev: revOf(clubId), rows }
      }),
    read: (id, clubId) =>
      snapshot(() => {
        const edition = editions.byId(id)
        if (!edition) return null
        const clubs = clubsOf(edition, clubId)
        if (clubId !== undefined && clubs.length === 0) return null
        return { rev: revOf(clubId), rows: { edition, clubs } }
      }),
    demand: () =>
      snapshot(() => {
        const { inventory, carts, ordering: rev } = topics.revs()
        const rows = newestFirst.all().flatMap(({ _id: edition, endedAt }) => {
          const found = endedAt === null ? presentDemand.all() : pastDemand.all(edition)
          return inListOrder(found.map((row) => ({ edition, ...row })))
        })
        return { rev: inventory + carts + rev, rows }
      }),
    rename: (name, actorId, now) =>
      write(() => {
        const { edition } = ordering.read().ordering
        if (edition.name === name) return { value: edition, moved: [] }
        editions.checkName(name, edition._id)
        editions.rename(edition._id, name)
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: [editionRenamedEntry(edition.name, name)],
        })
        const value = { ...edition, name }
        return { value, moved: [topics.move('ordering')], batch }
      }),
  }
}
