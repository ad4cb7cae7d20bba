import type { ClientSession, Filter } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import {
  type ChangedLine,
  readyIn,
  type Said,
  type Since,
  toDigest,
  toldReaders,
} from '#src/rules/digest.ts'
import { seenOf } from '#src/rules/known.ts'
import type { Entry } from '../port.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { entryStages } from './entry-documents.ts'
import { toLine } from './lines.ts'
import { namedClubs } from './named-clubs.ts'
import type { Parts } from './parts.ts'

const CHANGED = { changedAt: { $exists: true } }
const UNTOLD = { known: { $ne: null } }

/** What clubs know of their orders, for the mails about them. */
export function openDigests(
  { accounts, carts, clubs, entries, removedLines, settled }: Connection,
  { items, switches, mails }: Parts,
) {
  /** The lines of carts that are not as their clubs know them, by cart. */
  async function changedLines(
    changed: readonly CartDoc[],
    session: ClientSession,
  ): Promise<Map<string, ChangedLine[]>> {
    const ids = changed.map(({ _id }) => _id)
    const removed = await removedLines
      .find({ cartId: { $in: ids }, ...UNTOLD }, { session })
      .toArray()
    const untold = [
      ...changed.flatMap(({ _id: cartId, lines }) =>
        lines.map((line) => ({ cartId, line, isDeleted: false, reason: '' })),
      ),
      ...removed.map((line) => ({
        cartId: line.cartId,
        line,
        isDeleted: true,
        reason: line.deleted.why,
      })),
    ].filter(({ line }) => line.known !== null)
    const named = await items.ofLines(
      untold.map(({ line }) => line),
      session,
    )
    const found = new Map(ids.map((id): [string, ChangedLine[]] => [id, []]))
    for (const { cartId, line: doc, isDeleted, reason } of untold) {
      const { known, ...rest } = doc
      if (known === null) continue
      const line = toLine(rest, named)
      const { _id: lineId, itemName } = line
      found.get(cartId)?.push({ lineId, itemName, known, seen: seenOf(line), isDeleted, reason })
    }
    return found
  }

  /** What clubs may read of decisions since the mail before, oldest first, by club. */
  async function said(
    changed: readonly CartDoc[],
    session: ClientSession,
  ): Promise<Map<ClubId | null, Said[]>> {
    const since = new Map<ClubId | null, string>(
      changed.map((cart) => [cart.clubId, cart.changedBatch ?? '']),
    )
    const [after = ''] = [...since.values()].toSorted()
    const ofEntry: Filter<Entry>[] = [
      { clubId: { $in: [...since.keys()] } },
      {
        $or: [
          { kind: { $in: ['announced', 'handed_over'] } },
          { kind: 'line_decided', told: { $ne: {} } },
        ],
      },
    ]
    const found = await entries
      .aggregate<Entry>(entryStages({ after, ofEntry }), { session })
      .toArray()
    const ofClub = found.filter(({ clubId, id }) => id > (since.get(clubId) ?? ''))
    return Map.groupBy(ofClub, ({ clubId }) => clubId)
  }

  /**
   * Mails to the people of these carts' clubs who want mails what their club does not know, and answers since when each club knows all of its
   * order. When their edition ends, nothing stays ready.
   */
  async function tell(
    changed: readonly CartDoc[],
    { isMailed, isEnding, now }: { isMailed: boolean; isEnding: boolean; now: number },
    session: ClientSession,
  ): Promise<Map<string, Since | null>> {
    const ids = changed.map(({ clubId }) => clubId)
    const named = await namedClubs(ids, { accounts, clubs }, session)
    const [lines, told] = [await changedLines(changed, session), await said(changed, session)]
    const { ordering } = await switches.read(session)
    const known = new Map<string, Since | null>()
    for (const { _id, clubId, knownSince: since, lines: live } of changed) {
      const { clubName = '', people = [] } = named.get(clubId) ?? {}
      const readers = people
        .filter(({ orderMails }) => orderMails)
        .map(({ _id: personId, email, joinedAt }) => ({ personId, email, joinedAt }))
      known.set(_id, readers.length > 0 ? since : null)
      if (readers.length === 0) continue
      const ready = isEnding
        ? {}
        : readyIn(
            live.map((line) => toLine(line)),
            ordering,
          )
      const about = { clubId, clubName, at: now, since, ...ready }
      const digest = toDigest(about, lines.get(_id) ?? [], told.get(clubId) ?? [])
      if (!digest) continue
      known.set(_id, { at: now, what: 'mail' })
      for (const { email: to, ...mail } of isMailed ? toldReaders(readers, digest) : [])
        await mails.queue({ to, purpose: 'order_changed', ...mail }, now, session)
    }
    await removedLines.updateMany(
      { cartId: { $in: [...known.keys()] }, ...UNTOLD },
      { $set: { known: null } },
      { session },
    )
    return known
  }

  return {
    /** The club whose order others changed first, of those that no mail has told of it. */
    async next(): Promise<{ clubId: ClubId; changedAt: number } | null> {
      const found = await settled.carts.findOne(CHANGED, {
        sort: { changedAt: 1 },
        projection: { clubId: 1, changedAt: 1 },
      })
      return found && { clubId: found.clubId, changedAt: found.changedAt ?? 0 }
    },
    /**
     * From now on the club knows what it sees; `isMailed`: one mail for each of its people who wants them tells it. Belongs in a transaction.
     */
    async tell(
      clubId: ClubId,
      how: { isMailed: boolean; now: number },
      session: ClientSession,
    ): Promise<void> {
      const cart = await carts.findOne({ clubId, ...CHANGED }, { session })
      if (!cart) return
      const known = await tell([cart], { ...how, isEnding: false }, session)
      await carts.updateOne(
        { _id: cart._id },
        {
          $set: { knownSince: known.get(cart._id) ?? null, 'lines.$[].known': null },
          $unset: { changedAt: '', changedBatch: '' },
        },
        { session },
      )
    },
    /** The same for every club of these carts whose edition ends, which the caller writes with what this answers: since when each knows all of its order. */
    tellAll: (
      all: readonly CartDoc[],
      how: { isMailed: boolean; now: number },
      session: ClientSession,
    ): Promise<Map<string, Since | null>> =>
      tell(
        all.filter(({ changedAt }) => changedAt !== undefined),
        { ...how, isEnding: true },
        session,
      ),
  }
}

export type Digests = ReturnType<typeof openDigests>
