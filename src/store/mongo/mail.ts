import type { ClientSession } from 'mongodb'
import { newMail } from '../shared/new-mail.ts'
import type { Tables } from '../tables.ts'
import type { Collections, MailDoc } from './documents.ts'

/** A digest is long, and few readers of the queue want one. */
const BARE = { digest: 0 } as const

const toMail = <M extends { _id: string }>({ _id: id, ...mail }: M) => ({ id, ...mail })

/** The queue, for writes. */
export const openMails = ({ outbox }: Collections, session: ClientSession): Tables['mails'] => ({
  queue(mail, now) {
    const { id: _id, ...row } = newMail(mail, now)
    return outbox.insertOne({ _id, ...row }, { session })
  },
  drop(to, which) {
    const some = which === 'all' ? {} : ({ purpose: 'order_changed' } as const)
    return outbox.deleteMany({ to, state: { $ne: 'sent' }, ...some }, { session })
  },
  dropOfCode: (codeId) => outbox.deleteMany({ codeId }, { session }),
  async due(now) {
    const isDue = { state: 'waiting', dueAt: { $lte: now } } as const
    const found = await outbox.findOne(isDue, { session, sort: { dueAt: 1 } })
    return found && toMail(found)
  },
  async nextAt() {
    const options = { session, sort: { dueAt: 1 }, projection: { dueAt: 1 } } as const
    return (await outbox.findOne({ state: 'waiting' }, options))?.dueAt ?? null
  },
  async find(_id) {
    const found = await outbox.findOne<Omit<MailDoc, 'digest'>>(
      { _id },
      { session, projection: BARE },
    )
    return found && toMail(found)
  },
  async newest(limit) {
    const found = await outbox
      .find<Omit<MailDoc, 'digest'>>(
        {
          deliver: true,
          purpose: { $ne: 'reset' },
          $or: [{ state: { $ne: 'sent' } }, { purpose: 'order_changed' }],
        },
        { session, projection: BARE, sort: { queuedAt: -1, _id: -1 }, limit },
      )
      .toArray()
    return found.map(toMail)
  },
  set: (_id, fields) => outbox.updateOne({ _id }, { $set: fields }, { session }),
})
