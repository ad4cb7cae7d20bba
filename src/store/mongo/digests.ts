import type { ClientSession } from 'mongodb'
import {
  type ChangedLine,
  type Digest,
  readyIn,
  type Said,
  SAID_KINDS,
  toDigest,
} from '#src/rules/digest.ts'
import { seenOf } from '#src/rules/known.ts'
import type { Connection } from './connection.ts'
import type { CartDoc } from './documents.ts'
import { entryStages } from './entry-documents.ts'
import { queryOf } from './entry-search.ts'
import { toLine } from './lines.ts'
import type { MailDocs } from './mail.ts'
import type { Parts } from './parts.ts'

const CHANGED = { changedAt: { $exists: true } }
const UNTOLD = { known: { $ne: null } }

/** What clubs know of their orders, for the mails about them. */
export function openDigests(
  { accounts, carts, entries, removedLines, settled }: Connection,
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

  /** What the mail to a club tells, and its address; `null` if it wants none or nothing is left to tell. */
  async function take(
    accountId: string,
    { now, isEnding = false }: { now: number; isEnding?: boolean },
    session: ClientSession,
  ): Promise<{ email: string; digest: Digest } | null> {
    const account = await accounts.findOne({ _id: accountId }, { session })
    const cart = await carts.findOne({ accountId, ...CHANGED }, { session })
    if (!account || !cart) return null
    const { clubName, email, orderMails, disabled } = account
    const wantsMails = orderMails && !disabled
    const { ordering } = await switches.read(session)
    const ready = isEnding
      ? {}
      : readyIn(
          cart.lines.map((line) => toLine(line)),
          ordering,
        )
    const mail = { clubName, at: now, since: cart.knownSince, ...ready }
    const digest = wantsMails
      ? toDigest(mail, await changedLines(cart, session), await said(cart, session))
      : null
    const knownSince = digest
      ? ({ at: now, what: 'mail' } as const)
      : wantsMails
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
    return digest && { email, digest }
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
    /** From now on the club knows what it sees; `isMailed`: a mail tells it. `isEnding`: its edition ends, so nothing stays ready. Belongs in a transaction. */
    async tell(
      accountId: string,
      { isMailed, ...at }: { isMailed: boolean; now: number; isEnding?: boolean },
      session: ClientSession,
    ): Promise<void> {
      const mail = await take(accountId, at, session)
      if (!mail || !isMailed) return
      const { email: to, digest } = mail
      await mails.queue({ to, purpose: 'order_changed', accountId, digest }, at.now, session)
    },
  }
}

export type Digests = ReturnType<typeof openDigests>
