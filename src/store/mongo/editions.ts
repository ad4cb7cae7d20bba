import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import type { Demand, EditionName } from '#src/contract/editions.ts'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import { editionNameTaken, otherEdition } from '#src/rules/editions.ts'
import { editionRenamedEntry } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Edition, EditionOrders, EditionStore } from '../port.ts'
import type { Connection } from './connection.ts'
import { CARTS_AT_ONCE, type EditionDoc } from './documents.ts'
import { toLine, toPastLine } from './lines.ts'
import type { Parts } from './parts.ts'
import { namedClubs, whoAsks } from './named-clubs.ts'

/** The document of an edition that begins. */
export const newEdition = (name: string, beganAt: number): EditionDoc => ({
  _id: Bun.randomUUIDv7(),
  name,
  key: nameKey(name),
  beganAt,
  endedAt: null,
  endedBatch: null,
})

/** Finds editions inside a transaction. */
export function openEditions({ editions, pastCarts, removedLines }: Connection) {
  async function cartOfPastLine(ids: readonly string[], session: ClientSession) {
    const named = { $in: [...ids] }
    const live = await pastCarts.findOne({ 'lines._id': named }, { session })
    if (live) return live
    const removed = await removedLines.find({ _id: named }, { session }).toArray()
    const cartIds = removed.map(({ cartId }) => cartId)
    return pastCarts.findOne({ _id: { $in: cartIds } }, { session })
  }
  return {
    /** Throws `changed_meanwhile` if the asked edition is not the current one. */
    async checkCurrent(current: EditionName, asked: string, session: ClientSession): Promise<void> {
      if (asked === current._id) return
      const ended = await editions.findOne({ _id: asked }, { session })
      throw otherEdition(current, ended?.name ?? null)
    },
    /** Throws `name_taken` if another edition than `ownId` has the name. */
    async checkName(name: string, ownId: string | null, session: ClientSession): Promise<void> {
      const namesake = await editions.findOne({ key: nameKey(name) }, { session })
      if (namesake && namesake._id !== ownId) throw editionNameTaken(namesake.name)
    },
    /** The name of the ended edition to which one of these lines belongs; `null` if all are of the current one. */
    async endedOf(lineIds: readonly string[], session: ClientSession): Promise<string | null> {
      const cart = await cartOfPastLine(lineIds, session)
      const edition = cart && (await editions.findOne({ _id: cart.editionId }, { session }))
      return edition?.name ?? null
    },
  }
}

type Club = EditionOrders['clubs'][number]

/** The area `editions`, but for `end`. */
export function openEditionLists(
  {
    accounts,
    carts,
    clubs: allClubs,
    editions,
    items: stock,
    ordering,
    pastCarts,
    removedLines,
    snapshot,
  }: Connection,
  { topics, items, switches, editions: found, entries }: Parts,
): Omit<EditionStore, 'end'> {
  /** The current one first, then the newest. */
  async function inOrder(session: ClientSession): Promise<Edition[]> {
    const found = await editions.find({}, { session }).sort({ endedBatch: -1 }).toArray()
    const rows = found.map(({ key: _key, endedBatch: _batch, ...edition }) => edition)
    // MongoDB sorts `null` behind all batches.
    return [...rows.slice(-1), ...rows.slice(0, -1)]
  }

  async function revOf(session: ClientSession, clubId?: ClubId): Promise<number> {
    const rev = await topics.revs.ordering(session)
    if (clubId === undefined) return rev + (await topics.revs.carts(session))
    const cart = await carts.findOne({ clubId }, { session, projection: { rev: 1 } })
    return rev + (cart?.rev ?? 0)
  }

  const ofClub = (clubId?: ClubId) => (clubId === undefined ? {} : { clubId })

  async function presentClubs(session: ClientSession, clubId?: ClubId): Promise<Club[]> {
    const baskets = await carts
      .find(ofClub(clubId), { session, batchSize: CARTS_AT_ONCE })
      .toArray()
    const ids = baskets.map((cart) => cart.clubId)
    const named = await namedClubs(ids, { accounts, clubs: allClubs }, session)
    const names = await items.ofLines(
      baskets.flatMap(({ lines }) => lines),
      session,
    )
    return baskets.flatMap((cart): Club[] => {
      const club = named.get(cart.clubId)
      if (!club) return []
      const lines = cart.lines.map((line) => toLine(line, names))
      return [{ ...pick(whoAsks(club), ['user_id', 'clubName', 'cordName']), lines }]
    })
  }

  async function pastClubs(
    editionId: string,
    session: ClientSession,
    clubId?: ClubId,
  ): Promise<Club[]> {
    const kept = await pastCarts
      .find({ editionId, ...ofClub(clubId) }, { session, batchSize: CARTS_AT_ONCE })
      .toArray()
    return kept.map(({ clubId: id, clubName, cordName, lines }) => ({
      user_id: id,
      clubName,
      cordName,
      lines: lines.map(toPastLine),
    }))
  }

  /** `edition` is missing for the current one. */
  type Summed = Omit<Demand, 'edition' | 'item_id' | 'itemName'> & {
    _id: { edition?: string; item_id: string }
  }

  /** How much clubs asked for of each item in each edition. MongoDB adds it up, because all past lines would block the instance. */
  async function sumDemand(session: ClientSession) {
    const ofLines = [
      { $unwind: '$lines' },
      { $match: { 'lines.item_id': { $ne: null } } },
      {
        $project: {
          edition: '$editionId',
          item_id: '$lines.item_id',
          _id: 0,
          cart: '$_id',
          asked: '$lines.ordered_quantity',
          given: '$lines.allotted_quantity',
          handed_over: '$lines.delivered_quantity',
        },
      },
    ]
    const ofRemoved = [
      { $match: { item_id: { $ne: null }, delivered_quantity: { $gt: 0 } } },
      {
        $lookup: {
          from: pastCarts.collectionName,
          localField: 'cartId',
          foreignField: '_id',
          pipeline: [{ $project: { editionId: 1 } }],
          as: 'past',
        },
      },
      {
        $project: {
          edition: { $first: '$past.editionId' },
          item_id: 1,
          cart: '$cartId',
          asked: '$delivered_quantity',
          given: '$delivered_quantity',
          handed_over: '$delivered_quantity',
        },
      },
    ]
    return carts
      .aggregate<Summed>(
        [
          ...ofLines,
          { $unionWith: { coll: pastCarts.collectionName, pipeline: ofLines } },
          { $unionWith: { coll: removedLines.collectionName, pipeline: ofRemoved } },
          {
            $group: {
              _id: { edition: '$edition', item_id: '$item_id' },
              asked: { $sum: '$asked' },
              given: { $sum: '$given' },
              handed_over: { $sum: '$handed_over' },
              clubs: { $addToSet: '$cart' },
            },
          },
          { $set: { clubs: { $size: '$clubs' } } },
        ],
        { session },
      )
      .toArray()
  }

  return {
    list: (clubId) =>
      snapshot(async (session) => {
        const baskets = await carts
          .find<{ count: number }>(ofClub(clubId), {
            session,
            projection: { count: { $size: '$lines' } },
          })
          .toArray()
        const kept = await pastCarts
          .find(ofClub(clubId), { session, projection: { editionId: 1, count: 1 } })
          .toArray()
        const all = await inOrder(session)
        const counts = [
          ...baskets.map(({ count }) => ({ id: all[0]?._id, count })),
          ...kept.map(({ editionId: id, count }) => ({ id, count })),
        ].filter(({ count }) => count > 0)
        const ofEdition = Map.groupBy(counts, ({ id }) => id)
        const rows = all.flatMap((edition) => {
          const clubs = ofEdition.get(edition._id) ?? []
          if (edition.endedAt !== null && clubId !== undefined && clubs.length === 0) return []
          const lines = clubs.reduce((sum, { count }) => sum + count, 0)
          return { ...edition, clubs: clubs.length, lines }
        })
        return { rev: await revOf(session, clubId), rows }
      }),
    read: (id, clubId) =>
      snapshot(async (session) => {
        const edition = (await inOrder(session)).find(({ _id }) => _id === id)
        if (!edition) return null
        const isPast = edition.endedAt !== null
        const clubs = isPast
          ? await pastClubs(id, session, clubId)
          : await presentClubs(session, clubId)
        const shown = clubs.filter(
          ({ lines }) => lines.length > 0 || (clubId !== undefined && !isPast),
        )
        if (clubId !== undefined && shown.length === 0) return null
        const rows = { edition, clubs: inNameOrder(shown, ({ clubName }) => clubName) }
        return { rev: await revOf(session, clubId), rows }
      }),
    demand: () =>
      snapshot(async (session) => {
        const order = (await inOrder(session)).map(({ _id }) => _id)
        const [present = ''] = order
        const names = new Map(
          (await stock.find({}, { session, projection: { itemName: 1 } }).toArray()).map(
            ({ _id, itemName }) => [_id, itemName],
          ),
        )
        const rows = (await sumDemand(session)).map(
          ({ _id: { edition = present, item_id }, ...sums }): Demand => ({
            edition,
            item_id,
            itemName: names.get(item_id) ?? '',
            ...sums,
          }),
        )
        const rev = (await topics.revs.inventory(session)) + (await revOf(session))
        return {
          rev,
          rows: order.flatMap((id) => inListOrder(rows.filter(({ edition }) => edition === id))),
        }
      }),
    rename: (name, actorId, now) =>
      topics.write(async (session) => {
        const { edition } = (await switches.read(session)).ordering
        if (edition.name === name) return { value: edition }
        await found.checkName(name, edition._id, session)
        const renamed = { name, key: nameKey(name) }
        await editions.updateOne({ _id: edition._id }, { $set: renamed }, { session })
        await ordering.updateOne({ _id: 'ordering' }, { $inc: { rev: 1 } }, { session })
        const made = [editionRenamedEntry(edition.name, name)]
        const batch = await entries.add({ by: actorId, at: now, entries: made }, session)
        return { value: { ...edition, name }, batch, topics: ['ordering'] }
      }),
  }
}
