import { limits } from '#src/contract/limits.ts'
import { type Digest, dueAfter } from '#src/rules/digest.ts'
import type { ListedMail, Mail, MailPurpose, MailStore } from '../port.ts'
import { LOST_TEXT, MOST_LOST } from '../shared/lost-mails.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'
import type { Digests } from './digests.ts'
import type { Parts } from './parts.ts'

type MailRow = Omit<Mail, 'deliver' | 'digest'> & {
  deliver: number
  digest: string | null
  leased: number
  lost: number
}

/** Queues mails inside a write. */
export function openMailRows({ prepare }: Connection) {
  const insert = prepare(
    `INSERT INTO outbox (id, recipient, purpose, code_id, person_id, invitation_id, digest, deliver, state, attempts, queued_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', 0, ?9, ?9)`,
  )
  const dropAll = prepare(`DELETE FROM outbox WHERE recipient = ? AND state <> 'sent'`)
  const dropOrders = prepare(
    `DELETE FROM outbox WHERE recipient = ? AND state <> 'sent' AND purpose = 'order_changed'`,
  )
  const removeOfCode = prepare('DELETE FROM outbox WHERE code_id = ?')

  /** The text of each digest: it can have a megabyte, and all people of a club get the same one. */
  const texts = new WeakMap<Digest, string>()
  function textOf(digest: Digest): string {
    const text = texts.get(digest) ?? JSON.stringify(digest)
    texts.set(digest, text)
    return text
  }

  return {
    queue(
      to: string,
      purpose: MailPurpose,
      now: number,
      about: Partial<
        Pick<Mail, 'codeId' | 'personId' | 'invitationId' | 'digest' | 'deliver'>
      > = {},
    ): void {
      const {
        codeId = null,
        personId = null,
        invitationId = null,
        digest = null,
        deliver = true,
      } = about
      const [id, isDelivered] = [Bun.randomUUIDv7(), deliver ? 1 : 0]
      const of = [codeId, personId, invitationId] as const
      insert.run(id, to, purpose, ...of, digest && textOf(digest), isDelivered, now)
    },
    removeOfCode(codeId: string): void {
      removeOfCode.run(codeId)
    },
    /** Drops the mails to an address that are not sent: all, or those about orders. */
    drop(email: string, which: 'all' | 'orders'): void {
      if (which === 'all') dropAll.run(email)
      else dropOrders.run(email)
    },
  }
}

export type MailRows = ReturnType<typeof openMailRows>

/** The area `mail`. */
export function openMail(
  { prepare, read, write }: Connection,
  { mails }: Parts,
  digests: Digests,
): MailStore {
  const due = prepare<MailRow, [number]>(
    `SELECT id, recipient AS "to", purpose, code_id AS codeId, person_id AS personId, invitation_id AS invitationId, digest, deliver, leased, lost,
       attempts, queued_at AS queuedAt
     FROM outbox WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT 1`,
  )
  const lease = prepare('UPDATE outbox SET due_at = ?, leased = 1, lost = ? WHERE id = ?')
  const next = prepare<{ at: number | null }, []>(
    `SELECT MIN(due_at) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const end = prepare(
    `UPDATE outbox SET state = ?, leased = 0, error = ? WHERE id = ? AND state = 'waiting'`,
  )
  const retry = prepare(
    `UPDATE outbox SET attempts = attempts + 1, leased = 0, lost = 0, due_at = ?1, error = coalesce(?2, error) WHERE id = ?3`,
  )
  const giveUp = prepare(
    `UPDATE outbox SET attempts = attempts + 1, state = 'given_up', leased = 0, error = coalesce(?, error) WHERE id = ?`,
  )
  const list = prepare<ListedMail, []>(
    `SELECT id, recipient AS "to", purpose, state, attempts, queued_at AS queuedAt, due_at AS dueAt, error,
       (SELECT c.name FROM accounts a JOIN clubs c ON c.id = a.club_id WHERE a.email = recipient) AS clubName
     FROM outbox
     WHERE deliver = 1 AND purpose <> 'reset' AND (state <> 'sent' OR purpose = 'order_changed')
     ORDER BY queued_at DESC, id DESC LIMIT ${limits.listedMails}`,
  )
  const sendAgain = prepare(
    `UPDATE outbox SET state = 'waiting', leased = 0, lost = 0, attempts = 0, queued_at = ?1, due_at = ?1
     WHERE id = ?2 AND deliver = 1 AND purpose <> 'reset' AND state <> 'sent'
       AND NOT (state = 'waiting' AND leased = 1)`,
  )

  /** Leases the next due mail. Sets those aside that were lost too often. Belongs in a write. */
  function take(now: number, leaseMs: number): Mail | null {
    for (let row = due.get(now); row; row = due.get(now)) {
      const { leased, digest, deliver, ...mail } = row
      const lost = mail.lost + leased
      if (lost >= MOST_LOST) {
        giveUp.run(LOST_TEXT, mail.id)
        continue
      }
      lease.run(now + leaseMs, lost, mail.id)
      return { ...mail, digest: fromJson<Digest>(digest), deliver: deliver !== 0 }
    }
    return null
  }

  return {
    queue: (to, purpose, now) => write(() => mails.queue(to, purpose, now)),
    async queueOrderMails(delayMs, now) {
      for (;;) {
        const club = await read(digests.next)
        if (!club) return null
        const dueAt = delayMs === null ? 0 : dueAfter(club.changedAt, delayMs)
        if (dueAt > now) return dueAt
        await write(() => {
          const present = digests.next()
          if (present?.clubId !== club.clubId) return
          digests.tell(present, { isMailed: delayMs !== null, now })
        })
      }
    },
    async claim(now, leaseMs) {
      // Most calls find no due mail; a read costs no commit.
      return (await read(() => due.get(now))) ? write(() => take(now, leaseMs)) : null
    },
    nextAt: () => read(() => next.get()?.at ?? null),
    markSent: (id, refusal) =>
      write(() => {
        end.run(refusal ? 'refused' : 'sent', refusal?.error ?? null, id)
      }),
    markFailed: (id, retryAt, error) =>
      write(() => {
        if (retryAt === null) giveUp.run(error ?? null, id)
        else retry.run(retryAt, error ?? null, id)
      }),
    list: () => read(() => list.all()),
    sendAgain: (id, now) => write(() => sendAgain.run(now, id).changes > 0),
  }
}
