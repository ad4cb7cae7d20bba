import type { ClientSession } from 'mongodb'
import type { PersonId } from '#src/contract/ids.ts'
import type { EditionName, Ended } from '#src/contract/editions.ts'
import {
  decideEnding,
  decisionsAreHeld,
  editionHasEnded,
  endedLine,
  endedOrdering,
  endingTakenBack,
  nextHasLines,
  takenAgain,
} from '#src/rules/editions.ts'
import type { EditionStore, Entry } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Digests } from './digests.ts'
import type { CartDoc } from './documents.ts'
import { newEdition } from './editions.ts'
import type { ItemsById } from './items.ts'
import { fromPastDoc, toPastDoc } from './lines.ts'
import { changeOrdering } from './ordering.ts'
import type { Parts } from './parts.ts'
import { namedClubs, whoAsks } from './named-clubs.ts'
import type { Done } from './topics.ts'

/** Ends an edition, and takes the ending back. */
export function openEnding(
  { accounts, carts, clubs, editions: allEditions, ordering, pastCarts, removedLines }: Connection,
  { accounts: people, items, switches, editions, entries, keys }: Parts,
  digests: Digests,
) {
  function checkHeld(all: readonly CartDoc[]): void {
    const held = all.flatMap(({ _id, lines }) =>
      lines.flatMap(({ announced }) => (announced === null ? [] : _id)),
    )
    if (held.length > 0) throw decisionsAreHeld({ lines: held.length, clubs: new Set(held).size })
  }

  /** The carts that have lines, live or deleted. */
  async function withLines(all: readonly CartDoc[], session: ClientSession): Promise<CartDoc[]> {
    const ids = all.map(({ _id }) => _id)
    const removed = await removedLines
      .aggregate<{ _id: string }>(
        [{ $match: { cartId: { $in: ids } } }, { $group: { _id: '$cartId' } }],
        { session },
      )
      .toArray()
    const hasRemoved = new Set(removed.map(({ _id }) => _id))
    return all.filter(({ _id, lines }) => lines.length > 0 || hasRemoved.has(_id))
  }

  /** Takes carts away, before anything else is written: what orders and decides beside this starts again. */
  const takeAway = (all: readonly CartDoc[], session: ClientSession) =>
    carts.deleteMany({ _id: { $in: all.map(({ _id }) => _id) } }, { session })

  /** Puts others in the place of carts that were taken away; revisions only grow. Answers the carts whose order moved, as they were. */
  async function replace(
    all: readonly CartDoc[],
    toOther: (cart: CartDoc) => Pick<CartDoc, '_id' | 'lines' | 'knownSince'>,
    session: ClientSession,
  ): Promise<CartDoc[]> {
    if (all.length === 0) return []
    const others = all.map(({ changedAt: _at, changedBatch: _batch, ...cart }) => {
      const other = toOther(cart)
      const isMoved = cart.lines.length + other.lines.length > 0
      return {
        cart,
        isMoved,
        other: { ...cart, ...other, rev: cart.rev + (isMoved ? 1 : 0) },
      }
    })
    await carts.insertMany(
      others.map(({ other }) => other),
      { session },
    )
    return others.flatMap(({ cart, isMoved }) => (isMoved ? cart : []))
  }

  async function keepCarts(
    all: readonly CartDoc[],
    editionId: string,
    stockById: ItemsById,
    leftovers: Parameters<typeof endedLine>[1],
    session: ClientSession,
  ): Promise<void> {
    const kept = await withLines(all, session)
    if (kept.length === 0) return
    const ids = kept.map(({ clubId }) => clubId)
    const named = await namedClubs(ids, { accounts, clubs }, session)
    await pastCarts.insertMany(
      kept.map(({ _id, clubId, lines }) => {
        const club = named.get(clubId) ?? { id: clubId, clubName: '', people: [] }
        const { clubName, cordName } = whoAsks(club)
        return {
          _id,
          editionId,
          clubId,
          clubName,
          cordName,
          count: lines.length,
          lines: lines.map((doc) => toPastDoc(endedLine(doc, leftovers).after, stockById)),
        }
      }),
      { session },
    )
  }

  const end: EditionStore['end'] = ({
    edition: asked,
    next,
    leftovers,
    orderMails,
    actorId,
    idempotency,
    toAnswer,
    now,
  }) =>
    keys.answerOnce({ actorId, idempotency, now }, async (session) => {
      const { edition } = (await switches.read(session)).ordering
      await editions.checkCurrent(edition, asked, session)
      await editions.checkName(next, null, session)
      const all = await carts.find({}, { session }).toArray()
      checkHeld(all)
      await takeAway(all, session)
      const maker = { by: actorId, now }
      // A change of its own.
      await changeOrdering(
        { switches, entries },
        maker,
        (before) => endedOrdering(before, now),
        session,
      )
      const known = await digests.tellAll(all, { isMailed: orderMails, now }, session)
      const docs = all.flatMap(({ lines }) => lines)
      const stockById = await items.ofLines(docs, session)
      const left = all.flatMap(({ clubId, lines }) =>
        lines
          .filter((line) => line.allotted_quantity > line.delivered_quantity)
          .map((line) => ({ ...line, clubId })),
      )
      const decided = decideEnding(
        left,
        { edition: edition.name, next, leftovers },
        (id) => stockById.get(id)?.itemQuantity ?? 0,
      )
      const { taken, unitsReturned, entries: made } = decided
      await items.take(taken, session)
      await keepCarts(all, edition._id, stockById, leftovers, session)
      const emptied = await replace(
        all,
        ({ _id, knownSince: before }) => {
          const knownSince = known.has(_id) ? (known.get(_id) ?? null) : before
          return { _id: Bun.randomUUIDv7(), lines: [], knownSince }
        },
        session,
      )
      const batch = (await entries.add({ by: actorId, at: now, entries: made }, session)) ?? ''
      const end = { endedAt: now, endedBatch: batch }
      await allEditions.updateOne({ _id: edition._id }, { $set: end }, { session })
      const begun = newEdition(next, now)
      await allEditions.insertOne(begun, { session })
      await ordering.updateOne({ _id: 'ordering' }, { $inc: { rev: 1 } }, { session })
      const { modifiedCount: forgotten } = await accounts.updateMany(
        { disabled: true, mobile: { $ne: '' } },
        { $set: { mobile: '' } },
        { session },
      )
      if (forgotten > 0) await people.movePeople(session)

      const counts: Ended = {
        clubs: emptied.length,
        lines: docs.length,
        unitsReturned,
      }
      return {
        value: toAnswer(batch, { _id: begun._id, name: next }, counts),
        carts: emptied,
        topics: [
          'ordering',
          ...(taken.size > 0 ? (['inventory'] as const) : []),
          ...(forgotten > 0 ? (['people'] as const) : []),
        ],
      }
    })

  /** Throws `cannot_undo` if a club had a line in the current edition. */
  async function checkEmpty(
    all: readonly CartDoc[],
    edition: EditionName,
    session: ClientSession,
  ): Promise<void> {
    const [first] = await withLines(all, session)
    if (!first) return
    const club = await clubs.findOne({ _id: first.clubId }, { session })
    throw nextHasLines(edition.name, club?.name ?? '')
  }

  return {
    end,
    /**
     * Takes the ending of an edition back, which has these entries. Throws `cannot_undo` if another edition has ended since, a club had a line
     * in the next one, or a shelf has too few units. Belongs in a transaction.
     */
    async takeBack(
      undoes: string,
      taken: readonly Entry[],
      { by, now }: { by: PersonId; now: number },
      session: ClientSession,
    ): Promise<Done<string>> {
      const later = await allEditions.findOne(
        { endedBatch: { $gt: undoes } },
        { session, sort: { endedBatch: 1 } },
      )
      if (later) throw editionHasEnded(later.name)
      const edition = await allEditions.findOne({ endedBatch: undoes }, { session })
      if (!edition) throw new Error('The edition of an ending is missing.')
      const { edition: next } = (await switches.read(session)).ordering
      const all = await carts.find({}, { session }).toArray()
      await checkEmpty(all, next, session)
      await takeAway(all, session)

      const stockById = await items.byId(
        taken.map(({ itemId }) => itemId),
        session,
      )
      const units = takenAgain(taken, (id) => stockById.get(id))
      const kept = await pastCarts.find({ editionId: edition._id }, { session }).toArray()
      const handedOver = new Map(
        taken.map(({ lineId, changes }) => [lineId, changes.delivered_quantity?.[0]]),
      )
      const own = taken.map(
        ({ batch: _b, at: _at, by: _by, asClub: _c, undoes: _undoes, ...entry }) =>
          endingTakenBack(entry, next.name, edition.name),
      )
      await items.take(units, session)
      const keptOf = new Map(kept.map((cart) => [cart.clubId, cart]))
      const moved = await replace(
        all,
        ({ _id, clubId, knownSince }) => {
          const cart = keptOf.get(clubId)
          const lines = (cart?.lines ?? []).map((doc) => {
            const was = handedOver.get(doc._id)
            const line = fromPastDoc(doc)
            return typeof was === 'number' ? { ...line, delivered_quantity: was } : line
          })
          return { _id: cart?._id ?? _id, lines, knownSince }
        },
        session,
      )
      const batch = (await entries.add({ by, at: now, entries: own, undoes }, session)) ?? ''
      await pastCarts.deleteMany({ editionId: edition._id }, { session })
      await allEditions.deleteOne({ _id: next._id }, { session })
      const again = { endedAt: null, endedBatch: null }
      await allEditions.updateOne({ _id: edition._id }, { $set: again }, { session })
      await ordering.updateOne({ _id: 'ordering' }, { $inc: { rev: 1 } }, { session })
      return {
        value: batch,
        carts: moved,
        topics: units.size > 0 ? ['ordering', 'inventory'] : ['ordering'],
      }
    },
  }
}

export type Ending = ReturnType<typeof openEnding>
