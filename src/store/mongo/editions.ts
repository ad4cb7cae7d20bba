import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import type { Demand, EditionName } from '#src/contract/editions.ts'
import { pick } from '#src/contract/pick.ts'
import { endedLine } from '#src/rules/editions.ts'
import { nameKey } from '#src/rules/names.ts'
import type { Edition } from '../port.ts'
import { spanOf } from '../shared/entry-ids.ts'
import type { Tables } from '../tables.ts'
import { type CartDoc, CARTS_AT_ONCE, type Collections, type EditionDoc } from './documents.ts'
import { itemsOf } from './items.ts'
import { fromPastDoc, toPastDoc, toPastLine } from './lines.ts'
import type { Moves } from './topics.ts'

/** The document of an edition that begins. */
export const newEdition = (name: string, beganAt: number): EditionDoc => ({
  _id: Bun.randomUUIDv7(),
  name,
  key: nameKey(name),
  beganAt,
  endedAt: null,
  endedBatch: null,
})

const toName = (edition: EditionDoc | null): EditionName | null =>
  edition && pick(edition, ['_id', 'name'])

/** `edition` is missing for the current one. */
type Summed = Omit<Demand, 'edition' | 'item_id' | 'itemName'> & {
  _id: { edition?: string; item_id: string }
}

const toEdition = (edition: EditionDoc): Edition =>
  pick(edition, ['_id', 'name', 'beganAt', 'endedAt'])

const ofClub = (clubId?: ClubId) => (clubId === undefined ? {} : { clubId })

/** Editions and their orders. */
export function openEditions(
  tables: Collections,
  session: ClientSession,
  moves: Moves,
): Tables['editions'] {
  const { carts, clubs, editions, pastCarts, removedLines } = tables
  async function cartOfPastLine(ids: readonly string[]) {
    const named = { $in: [...ids] }
    const live = await pastCarts.findOne({ 'lines._id': named }, { session })
    if (live) return live
    const removed = await removedLines.find({ _id: named }, { session }).toArray()
    const cartIds = removed.map(({ cartId }) => cartId)
    return pastCarts.findOne({ _id: { $in: cartIds } }, { session })
  }

  const allCarts = () => carts.find({}, { session }).toArray()

  /** Those of these carts that have, or had, a line. */
  async function withLines(all: readonly CartDoc[]): Promise<CartDoc[]> {
    const removed = await removedLines
      .aggregate<{ _id: string }>(
        [
          { $match: { cartId: { $in: all.map(({ _id }) => _id) } } },
          { $group: { _id: '$cartId' } },
        ],
        { session },
      )
      .toArray()
    const hasRemoved = new Set(removed.map(({ _id }) => _id))
    return all.filter(({ _id, lines }) => lines.length > 0 || hasRemoved.has(_id))
  }

  /** Puts others in the place of all carts; revisions only grow. */
  async function replace(
    all: readonly CartDoc[],
    toOther: (cart: CartDoc) => Pick<CartDoc, '_id' | 'lines'>,
  ): Promise<void> {
    if (all.length === 0) return
    await carts.deleteMany({}, { session })
    const others = all.map((cart) => {
      const other = toOther(cart)
      const isMoved = cart.lines.length + other.lines.length > 0
      const rev = cart.rev + (isMoved ? 1 : 0)
      if (isMoved) moves.addOrder(cart.clubId, rev)
      return { ...cart, ...other, rev }
    })
    await carts.insertMany(others, { session })
  }

  /** How much clubs asked for of each item in each edition. MongoDB adds it up, because all past lines would block the instance. */
  async function demand() {
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
    const sums = await carts
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
    return sums.map(({ _id: { edition = null, item_id }, ...sum }) => ({
      edition,
      item_id,
      ...sum,
    }))
  }

  const set = async (_id: string, fields: Partial<EditionDoc>) => {
    await editions.updateOne({ _id }, { $set: fields }, { session })
    moves.add('ordering')
  }

  return {
    async find(_id) {
      const found = await editions.findOne({ _id }, { session })
      return found && toEdition(found)
    },
    async all() {
      const found = await editions.find({}, { session, sort: { endedBatch: -1 } }).toArray()
      // MongoDB sorts `null` behind all batches.
      return [...found.slice(-1), ...found.slice(0, -1)].map(toEdition)
    },
    async span(_id) {
      const own = await editions.findOne({ _id }, { session })
      if (!own) return null
      const { endedBatch: end } = own
      const earlier = { endedBatch: end === null ? { $gt: '' } : { $lt: end } }
      const previous = await editions.findOne(earlier, { session, sort: { endedBatch: -1 } })
      return spanOf({ end, previous: previous?.endedBatch })
    },
    async pastCounts(clubId) {
      const projection = { editionId: 1, count: 1 }
      const found = await pastCarts.find(ofClub(clubId), { session, projection }).toArray()
      return found.map(({ editionId: edition, count: lines }) => ({ edition, lines }))
    },
    async pastOrders(editionId, clubId) {
      const found = await pastCarts
        .find({ editionId, ...ofClub(clubId) }, { session, batchSize: CARTS_AT_ONCE })
        .toArray()
      return found.map(({ clubId: user_id, clubName, cordName, lines }) => ({
        user_id,
        clubName,
        cordName,
        lines: lines.map(toPastLine),
      }))
    },
    demand,
    named: async (key) => toName(await editions.findOne({ key }, { session })),
    endedBy: async (endedBatch) => toName(await editions.findOne({ endedBatch }, { session })),
    endedAfter: async (batch) =>
      toName(
        await editions.findOne(
          { endedBatch: { $gt: batch } },
          { session, sort: { endedBatch: 1 } },
        ),
      ),
    async endedOf(lineIds) {
      const cart = await cartOfPastLine(lineIds)
      const edition = cart && (await editions.findOne({ _id: cart.editionId }, { session }))
      return edition?.name ?? null
    },
    async clubWithLines() {
      const [first] = await withLines(await allCarts())
      return first ? ((await clubs.findOne({ _id: first.clubId }, { session }))?.name ?? '') : null
    },
    rename: (id, name) => set(id, { name, key: nameKey(name) }),
    async begin(name, now) {
      const edition = newEdition(name, now)
      await editions.insertOne(edition, { session })
      return pick(edition, ['_id', 'name'])
    },
    end: set,
    remove: (_id) => editions.deleteOne({ _id }, { session }),
    async keepOrders(past, leftovers) {
      const all = await allCarts()
      const kept = new Map((await withLines(all)).map((cart) => [cart._id, cart]))
      const docs = [...kept.values()].flatMap(({ lines }) => lines)
      const stock = await itemsOf(tables, docs, session)
      const pastDocs = past.flatMap(({ id: _id, ...cart }) => {
        const lines = kept.get(_id)?.lines
        if (!lines) return []
        const ended = lines.map((doc) => toPastDoc(endedLine(doc, leftovers).after, stock))
        return { _id, ...cart, count: lines.length, lines: ended }
      })
      if (pastDocs.length > 0) await pastCarts.insertMany(pastDocs, { session })
      await replace(all, () => ({ _id: Bun.randomUUIDv7(), lines: [] }))
      await removedLines.updateMany(
        { known: { $ne: null } },
        { $set: { known: null } },
        { session },
      )
      return { clubs: all.filter(({ lines }) => lines.length > 0).length, lines: docs.length }
    },
    async bringBack(editionId, handedOver) {
      const kept = await pastCarts.find({ editionId }, { session }).toArray()
      const keptOf = new Map(kept.map((cart) => [cart.clubId, cart]))
      await replace(await allCarts(), ({ _id, clubId }) => {
        const cart = keptOf.get(clubId)
        const lines = (cart?.lines ?? []).map((doc) => {
          const line = fromPastDoc(doc)
          return { ...line, delivered_quantity: handedOver.get(doc._id) ?? line.delivered_quantity }
        })
        return { _id: cart?._id ?? _id, lines }
      })
      await pastCarts.deleteMany({ editionId }, { session })
    },
  }
}
