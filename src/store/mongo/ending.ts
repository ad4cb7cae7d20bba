import type { ClientSession } from 'mongodb'
import type { EditionName, Ended } from '#src/contract/editions.ts'
import {
  checkShelf,
  decisionsAreHeld,
  editionHasEnded,
  editionNameTaken,
  endedLine,
  endedOrdering,
  nextHasLines,
} from '#src/rules/editions.ts'
import {
  editionEndedEntry,
  endedLineEntry,
  heldEntry,
  type NewEntry,
  orderingEntries,
  turnedEntry,
} from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import { cannotUndo, shelfText } from '#src/rules/undo.ts'
import { dueTimes, orderingAt } from '#src/rules/window.ts'
import type { EditionStore, Entry } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Digests } from './digests.ts'
import type { CartDoc } from './documents.ts'
import { newEdition } from './editions.ts'
import type { ItemsById } from './items.ts'
import { fromPastDoc, toLine, toPastDoc } from './lines.ts'
import type { Parts } from './parts.ts'
import { namedClubs, toOrderer } from './named-clubs.ts'
import type { Done } from './topics.ts'

/** Ends an edition, and takes the ending back. */
export function openEnding(
  {
    accounts,
    carts,
    clubs,
    editions: ended,
    items: stock,
    ordering,
    pastCarts,
    removedLines,
  }: Connection,
  { accounts: people, items, switches, editions, announcing, entries, keys }: Parts,
  digests: Digests,
) {
  /** Closes ordering and takes its times away, as changes of their own. Locks every cart: what runs beside it starts again. */
  async function closeOrdering(by: string, now: number, session: ClientSession) {
    const stored = await switches.read(session)
    const before = orderingAt(stored.ordering, now)
    const after = endedOrdering(before, now)
    const changed: { by: string | null; entries: NewEntry[] }[] = [
      ...dueTimes(stored.ordering, now).map(({ isOpen }) => ({
        by: null,
        entries: [turnedEntry(isOpen)],
      })),
      {
        by,
        entries: [
          ...orderingEntries(before, after),
          ...(before.decisionsHeld ? [heldEntry(false)] : []),
        ],
      },
    ]
    let batch = entries.nextBatch([stored])
    for (const each of changed) {
      if (each.entries.length === 0) continue
      batch = entries.nextBatch([stored])
      await entries.add(batch, { ...each, at: now }, session)
    }
    await switches.set(after, batch, session)
  }

  async function checkHeld(session: ClientSession): Promise<void> {
    const ahead = await announcing.findAhead(session)
    const held = ahead.flatMap(({ lines }) => lines.filter(({ announced }) => announced !== null))
    if (held.length > 0) throw decisionsAreHeld({ lines: held.length, clubs: ahead.length })
  }

  /** The clubs with an order that others changed and no mail told of. */
  async function tellAll(isMailed: boolean, now: number, session: ClientSession): Promise<void> {
    const untold = await carts
      .find({ changedAt: { $exists: true } }, { session, projection: { accountId: 1 } })
      .sort({ changedAt: 1 })
      .toArray()
    for (const { accountId } of untold)
      await digests.tell(accountId, { isMailed, isEnding: true, now }, session)
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

  /** Puts other carts in the place of these. Revisions only grow. */
  async function replace(
    all: readonly CartDoc[],
    toOther: (cart: CartDoc) => Pick<CartDoc, '_id' | 'lines'>,
    batch: string,
    session: ClientSession,
  ): Promise<CartDoc[]> {
    if (all.length === 0) return []
    const others = all.map((cart) => ({ cart, other: toOther(cart) }))
    await carts.deleteMany({ _id: { $in: all.map(({ _id }) => _id) } }, { session })
    await carts.insertMany(
      others.map(({ cart, other }) => ({
        ...cart,
        ...other,
        batch,
        rev: cart.rev + (cart.lines.length + other.lines.length > 0 ? 1 : 0),
      })),
      { session },
    )
    return others.flatMap(({ cart, other }) =>
      cart.lines.length + other.lines.length > 0 ? cart : [],
    )
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
    const ids = kept.map(({ accountId }) => accountId)
    const named = await namedClubs(ids, { accounts, clubs }, session)
    await pastCarts.insertMany(
      kept.map(({ _id, accountId, lines }) => {
        const club = named.get(accountId) ?? { id: accountId, clubName: '', people: [] }
        const { clubName, cordName } = toOrderer(club)
        return {
          _id,
          editionId,
          accountId,
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
      const stored = await ordering.findOne({ _id: 'ordering' }, { session })
      if (!stored) throw new Error('The document of the switches is missing.')
      const { edition } = stored
      await editions.checkCurrent(edition, asked, session)
      if (nameKey(next) === edition.nameKey) throw editionNameTaken(edition.name)
      await editions.checkName(next, session)
      await closeOrdering(actorId, now, session)
      await checkHeld(session)
      await tellAll(orderMails, now, session)

      const all = await carts.find({}, { session }).toArray()
      const docs = all.flatMap(({ lines }) => lines)
      const stockById = await items.byId(
        docs.map(({ item_id }) => item_id),
        session,
      )
      const batch = entries.nextBatch([...all, ...docs, ...stockById.values()])
      const taken = new Map<string, number>()
      const made: NewEntry[] = []
      for (const { accountId, lines } of all)
        for (const doc of lines) {
          if (doc.allotted_quantity === doc.delivered_quantity) continue
          const line = toLine(doc)
          const moved = endedLine(line, leftovers)
          made.push(endedLineEntry(accountId, line, moved))
          if (line.item_id !== null && moved.returned > 0)
            taken.set(line.item_id, (taken.get(line.item_id) ?? 0) - moved.returned)
        }
      for (const [id, units] of taken) checkShelf(stockById.get(id)?.itemQuantity ?? 0, -units)
      // A page of the history begins with the newest entries of a change, so this one comes last.
      made.push(editionEndedEntry(edition.name, next, leftovers))
      await entries.add(batch, { by: actorId, at: now, entries: made }, session)
      await items.take(taken, batch, session)
      await keepCarts(all, edition._id, stockById, leftovers, session)
      const emptied = await replace(
        all,
        () => ({ _id: Bun.randomUUIDv7(), lines: [] }),
        batch,
        session,
      )
      await ended.insertOne({ ...edition, endedAt: now, endedBatch: batch }, { session })
      const begun = newEdition(next, now)
      await ordering.updateOne(
        { _id: 'ordering' },
        { $set: { edition: begun, batch } },
        { session },
      )
      // Every change after this one belongs to the next edition.
      await stock.updateMany({}, { $set: { batch } }, { session })
      await accounts.updateMany({}, { $set: { batch } }, { session })
      const { modifiedCount: forgotten } = await accounts.updateMany(
        { disabled: true, mobile: { $ne: '' } },
        { $set: { mobile: '' } },
        { session },
      )
      if (forgotten > 0) await people.movePeople(session)

      const counts: Ended = {
        clubs: emptied.length,
        lines: docs.length,
        unitsReturned: [...taken.values()].reduce((sum, units) => sum - units, 0),
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
    const club = await clubs.findOne({ _id: first.accountId }, { session })
    throw nextHasLines(edition.name, club?.name ?? '')
  }

  /** The units that leave each shelf again. Throws `cannot_undo` if one has too few. */
  function unitsOf(taken: readonly Entry[], stockById: ItemsById): Map<string, number> {
    const moving = taken.filter(({ lineId, itemId }) => lineId !== null && itemId !== null)
    const needed = new Map<string, number>()
    const missing = [...Map.groupBy(moving, ({ itemId }) => itemId ?? '')].flatMap(
      ([itemId, rows]) => {
        const units = rows.reduce((sum, entry) => sum - entry.units, 0)
        if (units > 0) needed.set(itemId, units)
        const { itemQuantity: left = 0, itemName = '' } = stockById.get(itemId) ?? {}
        const path = `entries.${rows[0]?.id ?? ''}`
        return left < units ? { path, msg: shelfText(left, itemName, units) } : []
      },
    )
    if (missing.length > 0) throw cannotUndo(missing)
    return needed
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
      { by, now }: { by: string; now: number },
      session: ClientSession,
    ): Promise<Done<string>> {
      const later = await ended.findOne(
        { endedBatch: { $gt: undoes } },
        { session, sort: { endedBatch: 1 } },
      )
      if (later) throw editionHasEnded(later.name)
      const found = await ended.findOne({ endedBatch: undoes }, { session })
      if (!found) throw new Error('The edition of an ending is missing.')
      const { endedAt: _at, endedBatch: _batch, ...edition } = found
      const stored = await switches.read(session)
      const { edition: next } = stored.ordering
      await switches.lock(session)
      const all = await carts.find({}, { session }).toArray()
      await checkEmpty(all, next, session)

      const stockById = await items.byId(
        taken.map(({ itemId }) => itemId),
        session,
      )
      const units = unitsOf(taken, stockById)
      const kept = await pastCarts.find({ editionId: edition._id }, { session }).toArray()
      const batch = entries.nextBatch([stored, ...all, ...stockById.values()])
      const handedOver = new Map(
        taken.map(({ lineId, changes }) => [lineId, changes.delivered_quantity?.[0]]),
      )
      const own = taken.map(
        ({ id: _id, batch: _b, at: _a, by: _by, asClub: _c, undoes: _u, ...entry }) => {
          const { delivered_quantity: delivered } = entry.changes
          if (entry.lineId === null) return editionEndedEntry(next.name, edition.name)
          const changes = delivered
            ? { delivered_quantity: [delivered[1], delivered[0]] as const }
            : {}
          return { ...entry, units: 0 - entry.units, changes }
        },
      )
      await entries.add(batch, { by, at: now, entries: own, undoes }, session)
      await items.take(units, batch, session)
      const keptOf = new Map(kept.map((cart) => [cart.accountId, cart]))
      const moved = await replace(
        all.filter(({ accountId }) => keptOf.has(accountId)),
        ({ _id, accountId }) => {
          const cart = keptOf.get(accountId)
          return {
            _id: cart?._id ?? _id,
            lines: (cart?.lines ?? []).map((doc) => {
              const was = handedOver.get(doc._id)
              const line = fromPastDoc(doc)
              return typeof was === 'number' ? { ...line, delivered_quantity: was } : line
            }),
          }
        },
        batch,
        session,
      )
      await pastCarts.deleteMany({ editionId: edition._id }, { session })
      await ended.deleteOne({ _id: edition._id }, { session })
      await ordering.updateOne(
        { _id: 'ordering' },
        { $set: { edition, batch }, $inc: { rev: 1 } },
        { session },
      )
      return {
        value: batch,
        carts: moved,
        topics: units.size > 0 ? ['ordering', 'inventory'] : ['ordering'],
      }
    },
  }
}

export type Ending = ReturnType<typeof openEnding>
