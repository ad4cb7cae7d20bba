import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { dueAfter } from '#src/rules/digest.ts'
import type { ListedMail, MailStore } from '../port.ts'
import { LOST_TEXT, MOST_LOST } from '../shared/lost-mails.ts'
import type { Connection } from './connection.ts'
import type { MailDoc } from './documents.ts'
import type { Digests } from './digests.ts'
import type { Parts } from './parts.ts'

type NewMail = Pick<MailDoc, 'to' | 'purpose'> &
  Partial<Pick<MailDoc, 'codeId' | 'personId' | 'invitationId' | 'digest' | 'deliver'>>

/** Queues mails inside a transaction. */
export function openMailDocs({ outbox }: Connection) {
  return {
    async queue(mail: NewMail, now: number, session: ClientSession): Promise<void> {
      const document: MailDoc = {
        _id: Bun.randomUUIDv7(),
        codeId: null,
        personId: null,
        invitationId: null,
        digest: null,
        deliver: true,
        ...mail,
        state: 'waiting',
        leased: false,
        lost: 0,
        attempts: 0,
        error: null,
        queuedAt: now,
        dueAt: now,
      }
      await outbox.insertOne(document, { session })
    },
    /** Drops the mails to an address that are not sent: all, or those about orders. */
    async drop(to: string, which: 'all' | 'orders', session: ClientSession): Promise<void> {
      const some = which === 'all' ? {} : ({ purpose: 'order_changed' } as const)
      await outbox.deleteMany({ to, state: { $ne: 'sent' }, ...some }, { session })
    },
  }
}

export type MailDocs = ReturnType<typeof openMailDocs>

function toListed(
  { _id: id, to, purpose, state, attempts, queuedAt, dueAt, error }: Omit<MailDoc, 'digest'>,
  clubName: string | null,
): ListedMail[] {
  if (purpose === 'reset') return []
  return [{ id, to, clubName, purpose, state, attempts, queuedAt, dueAt, error }]
}

/** The mails that administrators see. One with a code is its owner's alone, and one that is never delivered tells who has no account. */
const LISTED = { deliver: true, purpose: { $ne: 'reset' } } as const

/** The area `mail`. */
export function openMail(
  { outbox, run, settled, transact }: Connection,
  { mails }: Parts,
  digests: Digests,
): MailStore {
  /** Leases the next due mail, and counts how often an earlier lease ended and nobody knows how. */
  const lease = (now: number, leaseMs: number) =>
    run(() =>
      outbox.findOneAndUpdate(
        { state: 'waiting', dueAt: { $lte: now } },
        [
          {
            $set: {
              dueAt: now + leaseMs,
              leased: true,
              lost: { $add: ['$lost', { $cond: ['$leased', 1, 0] }] },
            },
          },
        ],
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      ),
    )

  const giveUp = (id: string) =>
    run(async () => {
      await outbox.updateOne(
        { _id: id, state: 'waiting', lost: { $gte: MOST_LOST } },
        { $set: { state: 'given_up', leased: false, error: LOST_TEXT }, $inc: { attempts: 1 } },
      )
    })

  return {
    queue: (to, purpose, now) => transact((session) => mails.queue({ to, purpose }, now, session)),
    async queueOrderMails(delayMs, now) {
      for (;;) {
        const club = await run(digests.next)
        if (!club) return null
        const { clubId, changedAt } = club
        const dueAt = delayMs === null ? 0 : dueAfter(changedAt, delayMs)
        if (dueAt > now) return dueAt
        await transact((session) =>
          digests.tell(clubId, { isMailed: delayMs !== null, now }, session),
        )
      }
    },
    async claim(now, leaseMs) {
      for (let mail = await lease(now, leaseMs); mail; mail = await lease(now, leaseMs)) {
        const { _id: id, state: _, leased: __, lost, error: ___, dueAt: ____, ...due } = mail
        if (lost < MOST_LOST) return { id, ...due }
        await giveUp(id)
      }
      return null
    },
    nextAt: () =>
      run(async () => {
        const next = await settled.outbox.findOne({ state: 'waiting' }, { sort: { dueAt: 1 } })
        return next?.dueAt ?? null
      }),
    markSent: (id, refusal) =>
      run(async () => {
        await outbox.updateOne(
          { _id: id, state: 'waiting' },
          {
            $set: {
              state: refusal ? 'refused' : 'sent',
              leased: false,
              error: refusal?.error ?? null,
            },
          },
        )
      }),
    markFailed: (id, retryAt, error) =>
      run(async () => {
        await outbox.updateOne(
          { _id: id },
          {
            $set: {
              leased: false,
              lost: 0,
              ...(retryAt === null ? { state: 'given_up' } : { dueAt: retryAt }),
              ...(error !== undefined && { error }),
            },
            $inc: { attempts: 1 },
          },
        )
      }),
    list: () =>
      run(async () => {
        const found = await settled.outbox
          .find<Omit<MailDoc, 'digest'>>(
            { ...LISTED, $or: [{ state: { $ne: 'sent' } }, { purpose: 'order_changed' }] },
            // The digest is long, and the list does not show it.
            { projection: { digest: 0 } },
          )
          .sort({ queuedAt: -1, _id: -1 })
          .limit(limits.listedMails)
          .toArray()
        const owners = await settled.accounts
          .find(
            { email: { $in: found.map(({ to }) => to) } },
            { projection: { email: 1, clubId: 1 } },
          )
          .toArray()
        const clubs = await settled.clubs
          .find({ _id: { $in: owners.flatMap(({ clubId }) => clubId ?? []) } })
          .toArray()
        const names = new Map<ClubId | null | undefined, string>(
          clubs.map(({ _id, name }) => [_id, name]),
        )
        const clubOf = new Map(owners.map(({ email, clubId }) => [email, clubId]))
        return found.flatMap((mail) => toListed(mail, names.get(clubOf.get(mail.to)) ?? null))
      }),
    sendAgain: (id, now) =>
      run(async () => {
        const { matchedCount } = await outbox.updateOne(
          {
            ...LISTED,
            _id: id,
            $or: [{ state: { $in: ['given_up', 'refused'] } }, { state: 'waiting', leased: false }],
          },
          {
            $set: {
              state: 'waiting',
              leased: false,
              lost: 0,
              attempts: 0,
              queuedAt: now,
              dueAt: now,
            },
          },
        )
        return matchedCount > 0
      }),
  }
}
