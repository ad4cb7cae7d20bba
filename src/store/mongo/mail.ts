import type { ClientSession } from 'mongodb'
import type { MailPurpose, MailStore } from '../port.ts'
import type { Connection } from './connection.ts'

/** Queues mails inside a transaction. */
export function openMailDocs({ outbox }: Connection) {
  return {
    async queue(
      to: string,
      purpose: MailPurpose,
      now: number,
      session: ClientSession,
      { codeId = null, deliver = true }: { codeId?: string | null; deliver?: boolean } = {},
    ): Promise<void> {
      const _id = Bun.randomUUIDv7()
      await outbox.insertOne(
        {
          _id,
          to,
          purpose,
          codeId,
          deliver,
          state: 'waiting',
          attempts: 0,
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

/** The area `mail`. */
export function openMail(
  { outbox, run, settled, transact }: Connection,
  docs: MailDocs,
): MailStore {
  return {
    queue: (to, purpose, now) => transact((session) => docs.queue(to, purpose, now, session)),
    claim: (now, leaseMs) =>
      run(async () => {
        const mail = await outbox.findOneAndUpdate(
          { state: 'waiting', dueAt: { $lte: now } },
          { $set: { dueAt: now + leaseMs } },
          { sort: { dueAt: 1 } },
        )
        if (!mail) return null
        const { _id: id, to, purpose, codeId, deliver, attempts, queuedAt } = mail
        return { id, to, purpose, codeId, deliver, attempts, queuedAt }
      }),
    nextAt: () =>
      run(async () => {
        const next = await settled.outbox.findOne({ state: 'waiting' }, { sort: { dueAt: 1 } })
        return next?.dueAt ?? null
      }),
    markSent: (id) =>
      run(async () => {
        await outbox.updateOne({ _id: id }, { $set: { state: 'sent' } })
      }),
    markFailed: (id, retryAt) =>
      run(async () => {
        await outbox.updateOne(
          { _id: id },
          {
            $set: retryAt === null ? { state: 'given_up' } : { dueAt: retryAt },
            $inc: { attempts: 1 },
          },
        )
      }),
  }
}
