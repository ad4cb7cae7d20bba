import type { ClientSession } from 'mongodb'
import {
  type ChangedLine,
  readyIn,
  type Said,
  SAID_KINDS,
  toDigest,
  type ToldReader,
  toldReaders,
} from '#src/rules/digest.ts'
import { seenOf } from '#src/rules/known.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { entryStages } from './entry-documents.ts'
import { queryOf } from './entry-search.ts'
import { toLine } from './lines.ts'
import type { MailDocs } from './mail.ts'
import { namedClubs } from './named-clubs.ts'
import type { Parts } from './parts.ts'

const CHANGED = { changedAt: { $exists: true } }
const UNTOLD = { known: { $ne: null } }

/** What clubs know of their orders, for the mails about them. */
export function openDigests(
  { accounts, carts, clubs, entries, removedLines, settled }: Connection,
  { items, switches }: Parts,
  mails: MailDocs,
) {
  async function changedLines(
    { _id, lines }: CartDoc,
    session: ClientSession,
  ): Promise<ChangedLine[]> {
    const removed = await removedLines.find({ cartId: _id, ...UNTOLD }, { session }).toArray()
    const untold = [
      ...lines.map((line) => ({ line, isDeleted: false, reason: '' })),
      ...removed.map((line) => ({ line, isDeleted: true, reason: line.deletedWhy })),
    ].filter(({ line }) => line.known !== null)
    const named = await items.byId(
      untold.map(({ line }) => line.item_id),
      session,
    )
    return untold.flatMap(({ line: { known, ...doc }, ...rest }) => {
      if (known === null) return []
      const line = toLine(doc, named)
      return { lineId: line._id, itemName: line.itemName, known, seen: seenOf(line), ...rest }
    })
  }

  /** What the club may read of decisions since the mail before, oldest first. */
  function said(
    { accountId, changedBatch: after = '' }: CartDoc,
    session: ClientSession,
  ): Promise<Said[]> {
    const ofClub = queryOf({ readableBy: accountId, kinds: SAID_KINDS })
    return entries.aggregate<Said>(entryStages({ ...ofClub, after }), { session }).toArray()
  }

  /** What the mails to a club tell, one for each of its people who wants them; none if nothing is left to tell. */
  async function take(
    accountId: string,
    { now, isEnding = false }: { now: number; isEnding?: boolean },
    session: ClientSession,
  ): Promise<ToldReader[]> {
    const cart = await carts.findOne({ accountId, ...CHANGED }, { session })
    const club = (await namedClubs([accountId], { accounts, clubs }, session)).get(accountId)
    if (!cart || !club) return []
    const readers = club.people
      .filter(({ orderMails }) => orderMails)
      .map(({ _id, email, joinedAt }) => ({ accountId: _id, email, joinedAt }))
    const { ordering } = await switches.read(session)
    const ready = isEnding
      ? {}
      : readyIn(
          cart.lines.map((line) => toLine(line)),
          ordering,
        )
    const { clubName } = club
    const mail = { clubId: accountId, clubName, at: now, since: cart.knownSince, ...ready }
    const digest =
      readers.length > 0
        ? toDigest(mail, await changedLines(cart, session), await said(cart, session))
        : null
    const knownSince = digest
      ? ({ at: now, what: 'mail' } as const)
      : readers.length > 0
        ? cart.knownSince
        : null
    const lines = cart.lines.map((line) => (line.known === null ? line : { ...line, known: null }))
    await carts.updateOne(
      { _id: cart._id },
      { $set: { lines, knownSince }, $unset: { changedAt: '', changedBatch: '' } },
      { session },
    )
    await removedLines.updateMany(
      { cartId: cart._id, ...UNTOLD },
      { $set: { known: null } },
      { session },
    )
    return toldReaders(readers, digest)
  }

  return {
    /** The club whose order others changed first, of those that no mail has told of it. */
    async next(): Promise<{ accountId: string; changedAt: number } | null> {
      const found = await settled.carts.findOne(CHANGED, {
        sort: { changedAt: 1 },
        projection: { accountId: 1, changedAt: 1 },
      })
      return found && { accountId: found.accountId, changedAt: found.changedAt ?? 0 }
    },
    /**
     * From now on the club knows what it sees; `isMailed`: one mail for each of its people who wants them tells it. `isEnding`: its edition ends,
     * so nothing stays ready. Belongs in a transaction.
     */
    async tell(
      accountId: string,
      { isMailed, ...at }: { isMailed: boolean; now: number; isEnding?: boolean },
      session: ClientSession,
    ): Promise<void> {
      const told = await take(accountId, at, session)
      if (!isMailed) return
      for (const { email: to, ...about } of told)
        await mails.queue({ to, purpose: 'order_changed', ...about }, at.now, session)
    },
  }
}

export type Digests = ReturnType<typeof openDigests>
