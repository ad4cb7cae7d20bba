import type { ClientSession, Filter } from 'mongodb'
import { LINE_VALUES } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import type { Known } from '#src/rules/known.ts'
import type { AskedLine, Cart, CartChange, LineRow, LiveLines, Tables } from '../tables.ts'
import {
  type CartDoc,
  CARTS_AT_ONCE,
  type Collections,
  type ItemDoc,
  type LineDoc,
  type RemovedLineDoc,
} from './documents.ts'
import type { Moves } from './topics.ts'

/** The items that a transaction has read, as they are now. */
export type KnownItems = Map<string, ItemDoc>

/** Which carts have lines of each kind, and which lines are of it. `announced` is absent, `null`, or holds a status. */
const LIVE: Record<LiveLines, { carts: Filter<CartDoc>; has(line: LineDoc): boolean }> = {
  all: { carts: {}, has: () => true },
  custom: { carts: { 'lines.item_id': null }, has: ({ item_id }) => item_id === null },
  ahead: {
    carts: { 'lines.announced.status': { $exists: true } },
    has: ({ announced }) => announced !== null,
  },
  waiting: {
    carts: { 'lines.allotted_quantity': { $gt: 0 } },
    has: (line) => line.allotted_quantity > line.delivered_quantity,
  },
  ready: {
    carts: {},
    has: ({ status, announced }) => status === 'Ready' || announced !== null,
  },
}

const toCart = ({ _id, clubId, rev, knownSince, ...rest }: CartDoc): Cart => ({
  id: _id,
  clubId,
  rev,
  knownSince,
  changedAt: rest.changedAt ?? null,
  changedBatch: rest.changedBatch ?? null,
  usage: rest.usage ?? null,
})

const toLineDoc = ({ _id, item_id, key, ownName, at, known, ...line }: LineRow): LineDoc => ({
  _id,
  item_id,
  key,
  ownName,
  ...pick(line, LINE_VALUES),
  at,
  known,
})

type Doc = LineDoc & Partial<Pick<RemovedLineDoc, 'deleted'>>

/** Carts, and the lines in them. Remembers what it found of both, so that a line of a known cart costs no further read. */
export function openCarts(
  { carts, items, pastCarts, removedLines }: Collections,
  session: ClientSession,
  moves: Moves,
  knownItems: KnownItems,
): Pick<Tables, 'carts' | 'lines'> {
  const known = new Map<string, CartDoc>()
  const removed = new Set<string>()

  async function findCarts(filter: Filter<CartDoc>, sort: { changedAt?: 1 } = {}, limit = 0) {
    const found = await carts
      .find(filter, { session, sort, limit, batchSize: CARTS_AT_ONCE })
      .toArray()
    for (const cart of found) known.set(cart._id, cart)
    return found
  }

  async function cartOf(id: string): Promise<CartDoc | undefined> {
    if (!known.has(id)) await findCarts({ _id: id })
    return known.get(id)
  }

  /** Adds the present names of items. */
  async function toRows(docs: readonly { doc: Doc; cartId: string }[]): Promise<LineRow[]> {
    const missing = docs.flatMap(({ doc: { item_id } }) =>
      item_id === null || knownItems.has(item_id) ? [] : item_id,
    )
    if (missing.length > 0)
      for (const item of await items.find({ _id: { $in: missing } }, { session }).toArray())
        knownItems.set(item._id, item)
    return docs.map(({ doc, cartId }) => {
      const item = knownItems.get(doc.item_id ?? '')
      const itemName = doc.ownName ?? item?.itemName ?? ''
      return { ...doc, cartId, deleted: doc.deleted ?? null, itemName, unit: item?.unit ?? '' }
    })
  }
  const inCart = ({ _id: cartId, lines }: CartDoc) => lines.map((doc) => ({ doc, cartId }))

  async function findRemoved(filter: Filter<RemovedLineDoc>) {
    const found = await removedLines.find(filter, { session }).toArray()
    for (const { _id } of found) removed.add(_id)
    return found.map(({ cartId, ...doc }) => ({ doc, cartId }))
  }

  /** Changed lines keep their places, and new ones come last. */
  function afterWrite({ cart, lines, usage, knownSince }: CartChange): CartDoc {
    const before = known.get(cart.id)
    if (!before) throw new Error('A cart is written that was not read.')
    const after = new Map(before.lines.map((line) => [line._id, line]))
    for (const line of lines)
      if (line.deleted) after.delete(line._id)
      else after.set(line._id, toLineDoc(line))
    return {
      ...before,
      lines: [...after.values()],
      rev: before.rev + 1,
      ...(usage && { usage }),
      ...(knownSince && { knownSince }),
    }
  }

  async function write(changes: readonly CartChange[]): Promise<void> {
    if (changes.length === 0) return
    const written = changes
      .map((change) => ({ ...change, after: afterWrite(change) }))
      // Sorted, so that two transactions that write the same carts do not abort each other.
      .toSorted((a, b) => (a.cart.id < b.cart.id ? -1 : 1))
    await carts.bulkWrite(
      written.map(({ cart, lines, usage, knownSince, after }) => {
        const set = {
          ...(lines.length > 0 && { lines: after.lines }),
          ...(usage && { usage }),
          ...(knownSince && { knownSince }),
        }
        const update = {
          ...(Object.keys(set).length > 0 && { $set: set }),
          $inc: { rev: 1 },
        }
        return { updateOne: { filter: { _id: cart.id }, update } }
      }),
      { session },
    )
    for (const { cart, after } of written) {
      known.set(cart.id, after)
      moves.addOrder(cart.clubId, after.rev)
    }
    const lines = written.flatMap((change) => change.lines)
    const gone = lines.flatMap((line) =>
      line.deleted ? { ...toLineDoc(line), cartId: line.cartId, deleted: line.deleted } : [],
    )
    if (gone.length > 0) await removedLines.insertMany(gone, { session })
    const restored = lines.flatMap(({ _id, deleted }) =>
      deleted === null && removed.has(_id) ? _id : [],
    )
    if (restored.length > 0) await removedLines.deleteMany({ _id: { $in: restored } }, { session })
  }

  return {
    carts: {
      async find(ids) {
        const missing = ids.filter((id) => !known.has(id))
        if (missing.length > 0) await findCarts({ _id: { $in: missing } })
        return [...new Set(ids)].flatMap((id) => known.get(id) ?? []).map(toCart)
      },
      ofClubs: async (ids) =>
        ids.length === 0 ? [] : (await findCarts({ clubId: { $in: [...ids] } })).map(toCart),
      withItems: async (ids) =>
        ids.length === 0
          ? []
          : (await findCarts({ 'lines.item_id': { $in: [...ids] } })).map(toCart),
      changed: async (limit) =>
        (await findCarts({ changedAt: { $exists: true } }, { changedAt: 1 }, limit)).map(toCart),
      async heads() {
        const projection = { clubId: 1, rev: 1 }
        const heads = await carts.find({}, { session, projection }).toArray()
        return heads.map(({ _id: id, clubId, rev }) => ({ id, clubId, rev }))
      },
      async latest() {
        const found = carts.find(
          { batch: { $exists: true } },
          { session, projection: { clubId: 1, batch: 1 } },
        )
        return new Map((await found.toArray()).map(({ clubId, batch = '' }) => [clubId, batch]))
      },
      async sizes() {
        const heads = await carts
          .aggregate<{ clubId: CartDoc['clubId']; lines: number }>(
            [{ $project: { clubId: 1, lines: { $size: '$lines' } } }],
            { session },
          )
          .toArray()
        return new Map(heads.map(({ clubId, lines }) => [clubId, lines]))
      },
      write,
      async setKnown(told) {
        await carts.bulkWrite(
          told.map(({ cart, knownSince }) => ({
            updateOne: {
              filter: { _id: cart.id },
              update: { $set: { knownSince }, $unset: { changedAt: '', changedBatch: '' } },
            },
          })),
          { session },
        )
      },
    },
    lines: {
      async find(ids, { areDeleted } = { areDeleted: false }) {
        const wanted = new Set(ids)
        const all = await findCarts({ 'lines._id': { $in: [...wanted] } })
        const live = all.flatMap(inCart).filter(({ doc }) => wanted.has(doc._id))
        const gone = areDeleted ? await findRemoved({ _id: { $in: [...wanted] } }) : []
        return toRows([...live, ...gone])
      },
      async ofCart(cartId, keys) {
        const cart = await cartOf(cartId)
        const all = cart ? inCart(cart) : []
        return toRows(keys ? all.filter(({ doc }) => keys.includes(doc.key)) : all)
      },
      async countOf(cartId) {
        const lines = (await cartOf(cartId))?.lines ?? []
        const custom = lines.filter(({ item_id }) => item_id === null)
        return { lines: lines.length, custom: custom.length }
      },
      async live(which, cartIds) {
        const { carts: some, has } = LIVE[which]
        const of = cartIds ? { _id: { $in: [...cartIds] } } : {}
        const found = await findCarts({ ...some, ...of })
        return toRows(found.flatMap(inCart).filter(({ doc }) => has(doc)))
      },
      wasDeleted: async (cartId, id, keys) =>
        (await removedLines.findOne(
          { cartId, $or: [{ _id: id }, { key: { $in: [...keys] } }] },
          { session, projection: { _id: 1 } },
        )) !== null,
      async untold(cartIds) {
        const live = []
        for (const id of cartIds) {
          const cart = await cartOf(id)
          if (cart) live.push(...inCart(cart))
        }
        const gone = await findRemoved({ cartId: { $in: [...cartIds] }, known: { $ne: null } })
        const rows = await toRows([...live.filter(({ doc }) => doc.known !== null), ...gone])
        return rows as (LineRow & { known: Known })[]
      },
      async asked(ids) {
        if (ids.length === 0) return []
        const isOne = { $in: [...ids] }
        const ofLines = [
          { $match: { 'lines._id': isOne } },
          { $unwind: '$lines' },
          { $match: { 'lines._id': isOne } },
          { $replaceWith: '$lines' },
        ]
        const projection = { ownName: 1, ordered_quantity: 1 }
        return [
          ...(await carts.aggregate<AskedLine>(ofLines, { session }).toArray()),
          ...(await pastCarts.aggregate<AskedLine>(ofLines, { session }).toArray()),
          ...(await removedLines
            .find({ _id: isOne }, { session })
            .project<AskedLine>(projection)
            .toArray()),
        ]
      },
      async forget(cartIds) {
        const of = { $in: [...cartIds] }
        await carts.updateMany({ _id: of }, { $set: { 'lines.$[].known': null } }, { session })
        await removedLines.updateMany(
          { cartId: of, known: { $ne: null } },
          { $set: { known: null } },
          { session },
        )
      },
    },
  }
}
