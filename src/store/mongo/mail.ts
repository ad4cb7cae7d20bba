import type { ClientSession } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
import { dueAfter } from '#src/rules/digest.ts'
import type { ListedMail, MailPurpose, MailStore } from '../port.ts'
import type { Telling } from '../shared/telling.ts'
import type { Connection } from './connection.ts'
import type { MailDoc } from './documents.ts'
import { isDuplicate } from './failures.ts'
import type { Tellings } from './telling.ts'

/** Queues mails inside a transaction. */
export function openMailDocs({ outbox }: Connection) {
  return {
    async queue(
      to: string,
      purpose: MailPurpose,
      now: number,
      session: ClientSession,
      {
        codeId = null,
        accountId = null,
        deliver = true,
      }: { codeId?: string | null; accountId?: string | null; deliver?: boolean } = {},
    ): Promise<void> {
      const _id = Bun.randomUUIDv7()
      await outbox.insertOne(
        {
          _id,
          to,
          purpose,
          codeId,
          accountId,
          telling: null,
          deliver,
          state: 'waiting',
          leased: false,
          attempts: 0,
          error: null,
          queuedAt: now,
          dueAt: now,
        },
        { session },
      )
    },
    async removeOfCode(codeId: string, session: ClientSession): Promise<void> {
      await outbox.deleteMany({ codeId }, { session })
    },
  }
}

export type MailDocs = ReturnType<typeof openMailDocs>

function toListed(
  { _id: id, to, purpose, state, attempts, queuedAt, dueAt, error }: MailDoc,
  clubName: string | null,
): ListedMail[] {
  if (purpose === 'reset') return []
  return [{ id, to, clubName, purpose, state, attempts, queuedAt, dueAt, error }]
}

/** The mails that administrators see. One with a code is its owner's alone, and one that is never delivered tells who has no account. */
const LISTED = { deliver: true, purpose: { $ne: 'reset' } } as const

/** The area `mail`. */
export function openMail(
  { accounts, outbox, run, settled, transact }: Connection,
  { mails, tellings }: { mails: MailDocs; tellings: Tellings },
): MailStore {
  /** What the mail about an order tells. Drops the mail, and answers null, if nothing is left to tell. */
  function compose({ _id, accountId, leased }: MailDoc, now: number): Promise<Telling | null> {
    return transact(async (session) => {
      const mail = await outbox.findOne({ _id, state: 'waiting' }, { session })
      if (!mail) return null
      if (mail.telling) {
        if (leased)
          await outbox.updateOne({ _id }, { $set: { 'telling.isDoubtful': true } }, { session })
        return mail.telling
      }
      const found = accountId === null ? null : await tellings.take(accountId, now, session)
      if (found?.digest) {
        await outbox.updateOne({ _id }, { $set: { telling: found } }, { session })
        return found
      }
      if (found && accountId !== null) await tellings.setTold(accountId, found.told, session)
      await outbox.deleteOne({ _id }, { session })
      return null
    })
  }

  /** Answers the mail as it was before. */
  const lease = (now: number, leaseMs: number) =>
    run(() =>
      outbox.findOneAndUpdate(
        { state: 'waiting', dueAt: { $lte: now } },
        { $set: { dueAt: now + leaseMs, leased: true } },
        { sort: { dueAt: 1 } },
      ),
    )

  return {
    queue: (to, purpose, now) => transact((session) => mails.queue(to, purpose, now, session)),
    async findUntold(delayMs, now) {
      const changed = await run(tellings.changed)
      if (delayMs !== null)
        return changed.map(({ accountId, changedAt }) => ({
          accountId,
          dueAt: dueAfter(changedAt, delayMs),
        }))
      for (const { accountId } of changed)
        await transact(async (session) => {
          const found = await tellings.take(accountId, now, session, { isMuted: true })
          if (found) await tellings.setTold(accountId, found.told, session)
        })
      return []
    },
    queueOrderMail: (accountId, now) =>
      transact(async (session) => {
        const account = await accounts.findOne({ _id: accountId }, { session })
        const waiting = await outbox.findOne({ accountId, state: 'waiting' }, { session })
        if (account && !waiting)
          await mails.queue(account.email, 'order_changed', now, session, { accountId })
      }),
    async claim(now, leaseMs) {
      for (let mail = await lease(now, leaseMs); mail; mail = await lease(now, leaseMs)) {
        const composed = mail.purpose === 'order_changed' ? await compose(mail, now) : null
        if (mail.purpose === 'order_changed' && !composed) continue
        const { _id: id, to, purpose, codeId, accountId, deliver, attempts, queuedAt } = mail
        const digest = composed && { id: composed.id, ...composed.digest }
        return { id, to, purpose, codeId, accountId, digest, deliver, attempts, queuedAt }
      }
      return null
    },
    nextAt: () =>
      run(async () => {
        const next = await settled.outbox.findOne({ state: 'waiting' }, { sort: { dueAt: 1 } })
        return next?.dueAt ?? null
      }),
    async markSent(id, refusal) {
      await transact(async (session) => {
        const mail = await outbox.findOneAndUpdate(
          { _id: id, state: 'waiting' },
          { $set: { state: refusal ? 'refused' : 'sent', error: refusal?.error ?? null } },
          { session },
        )
        if (mail?.accountId && mail.telling)
          await tellings.setTold(mail.accountId, mail.telling.told, session)
      })
    },
    markFailed: (id, retryAt, error) =>
      run(async () => {
        await outbox.updateOne({ _id: id }, [
          {
            $set: {
              leased: false,
              attempts: { $add: ['$attempts', 1] },
              ...(retryAt === null ? { state: 'given_up' } : { dueAt: retryAt }),
              ...(error !== undefined && { error: { $literal: error } }),
              telling:
                error === undefined
                  ? {
                      $cond: [
                        '$telling',
                        { $mergeObjects: ['$telling', { isDoubtful: true }] },
                        null,
                      ],
                    }
                  : { $cond: ['$telling.isDoubtful', '$telling', null] },
            },
          },
        ])
      }),
    list: () =>
      run(async () => {
        const found = await settled.outbox
          .find({ ...LISTED, $or: [{ state: { $ne: 'sent' } }, { purpose: 'order_changed' }] })
          .sort({ queuedAt: -1, _id: -1 })
          .limit(limits.listedMails)
          .toArray()
        const owners = await settled.accounts
          .find(
            { email: { $in: found.map(({ to }) => to) } },
            { projection: { email: 1, clubName: 1 } },
          )
          .toArray()
        const names = new Map(owners.map(({ email, clubName }) => [email, clubName]))
        return found.flatMap((mail) => toListed(mail, names.get(mail.to) ?? null))
      }),
    sendAgain: (id, now) =>
      run(async () => {
        try {
          const { matchedCount } = await outbox.updateOne(
            {
              ...LISTED,
              _id: id,
              $or: [
                { state: { $in: ['given_up', 'refused'] } },
                { state: 'waiting', leased: false },
              ],
            },
            { $set: { state: 'waiting', leased: false, attempts: 0, queuedAt: now, dueAt: now } },
          )
          return matchedCount > 0
        } catch (error) {
          // A newer mail about the same order waits.
          if (isDuplicate(error)) return false
          throw error
        }
      }),
  }
}
