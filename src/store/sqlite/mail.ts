import { limits } from '#src/contract/limits.ts'
import { dueAfter } from '#src/rules/digest.ts'
import type { ListedMail, Mail, MailPurpose, MailStore } from '../port.ts'
import type { Telling } from '../shared/telling.ts'
import type { Connection } from './connection.ts'
import type { Tellings } from './telling.ts'

type MailRow = Omit<Mail, 'deliver' | 'digest'> & {
  deliver: number
  telling: string | null
  leased: number
}

/** Queues mails inside a write. */
export function openMailRows({ prepare }: Connection) {
  const insert = prepare(
    `INSERT INTO outbox (id, recipient, purpose, code_id, account_id, deliver, state, attempts, queued_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', 0, ?7, ?7)`,
  )
  const removeOfCode = prepare('DELETE FROM outbox WHERE code_id = ?')
  return {
    queue(
      to: string,
      purpose: MailPurpose,
      now: number,
      {
        codeId = null,
        accountId = null,
        deliver = true,
      }: { codeId?: string | null; accountId?: string | null; deliver?: boolean } = {},
    ): void {
      insert.run(Bun.randomUUIDv7(), to, purpose, codeId, accountId, deliver ? 1 : 0, now)
    },
    removeOfCode(codeId: string): void {
      removeOfCode.run(codeId)
    },
  }
}

export type MailRows = ReturnType<typeof openMailRows>

/** The area `mail`. */
export function openMail(
  { prepare, read, write }: Connection,
  { mails, tellings }: { mails: MailRows; tellings: Tellings },
): MailStore {
  const due = prepare<MailRow, [number]>(
    `SELECT id, recipient AS "to", purpose, code_id AS codeId, account_id AS accountId, telling, deliver, leased, attempts,
       queued_at AS queuedAt
     FROM outbox WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT 1`,
  )
  const lease = prepare('UPDATE outbox SET due_at = ?, leased = 1 WHERE id = ?')
  const setTelling = prepare('UPDATE outbox SET telling = ? WHERE id = ?')
  const remove = prepare('DELETE FROM outbox WHERE id = ?')
  const next = prepare<{ at: number | null }, []>(
    `SELECT MIN(due_at) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const end = prepare<Pick<MailRow, 'accountId' | 'telling'>, [string, string | null, string]>(
    `UPDATE outbox SET state = ?, error = ? WHERE id = ? AND state = 'waiting'
     RETURNING account_id AS accountId, telling`,
  )
  const retry = prepare(
    `UPDATE outbox SET attempts = attempts + 1, leased = 0, due_at = ?1, error = coalesce(?2, error),
       telling = CASE WHEN ?2 IS NULL THEN json_set(telling, '$.isDoubtful', json('true'))
         WHEN telling ->> 'isDoubtful' THEN telling END WHERE id = ?3`,
  )
  const giveUp = prepare(
    `UPDATE outbox SET attempts = attempts + 1, state = 'given_up', error = coalesce(?, error)
     WHERE id = ?`,
  )
  const addressOf = prepare<{ email: string }, [string]>('SELECT email FROM accounts WHERE id = ?')
  const isWaiting = prepare(`SELECT 1 FROM outbox WHERE state = 'waiting' AND account_id = ?`)
  const list = prepare<ListedMail, []>(
    `SELECT id, recipient AS "to", purpose, state, attempts, queued_at AS queuedAt, due_at AS dueAt, error,
       (SELECT club_name FROM accounts WHERE email = recipient) AS clubName
     FROM outbox
     WHERE deliver = 1 AND purpose <> 'reset' AND (state <> 'sent' OR purpose = 'order_changed')
     ORDER BY queued_at DESC, id DESC LIMIT ${limits.listedMails}`,
  )
  const sendAgain = prepare(
    `UPDATE OR IGNORE outbox SET state = 'waiting', leased = 0, attempts = 0, queued_at = ?1, due_at = ?1
     WHERE id = ?2 AND deliver = 1 AND purpose <> 'reset' AND state <> 'sent'
       AND NOT (state = 'waiting' AND leased = 1) RETURNING id`,
  )

  /** What the mail about an order tells. Drops the mail, and answers null, if nothing is left to tell. */
  function compose({ id, accountId, telling, leased }: MailRow, now: number): Telling | null {
    if (telling !== null) {
      const kept = JSON.parse(telling) as Telling
      const isDoubtful = kept.isDoubtful || leased !== 0
      if (isDoubtful) setTelling.run(JSON.stringify({ ...kept, isDoubtful }), id)
      return kept
    }
    const found = accountId === null ? null : tellings.take(accountId, now)
    if (found?.digest) {
      setTelling.run(JSON.stringify(found), id)
      return found
    }
    if (found && accountId !== null) tellings.setTold(accountId, found.told)
    remove.run(id)
    return null
  }

  /** Leases the next due mail that tells something. Belongs in a write. */
  function take(now: number, leaseMs: number): Mail | null {
    for (let row = due.get(now); row; row = due.get(now)) {
      const composed = row.purpose === 'order_changed' ? compose(row, now) : null
      if (row.purpose === 'order_changed' && !composed) continue
      lease.run(now + leaseMs, row.id)
      const { telling: _, leased: __, ...mail } = row
      const digest = composed && { id: composed.id, ...composed.digest }
      return { ...mail, digest, deliver: row.deliver !== 0 }
    }
    return null
  }

  return {
    queue: (to, purpose, now) => write(() => mails.queue(to, purpose, now)),
    async findUntold(delayMs, now) {
      const changed = read(tellings.changed)
      if (delayMs !== null)
        return changed.map(({ accountId, changedAt }) => ({
          accountId,
          dueAt: dueAfter(changedAt, delayMs),
        }))
      for (const { accountId } of changed)
        await write(() => {
          const found = tellings.take(accountId, now, { isMuted: true })
          if (found) tellings.setTold(accountId, found.told)
        })
      return []
    },
    queueOrderMail: (accountId, now) =>
      write(() => {
        const address = addressOf.get(accountId)
        if (!address || isWaiting.get(accountId)) return
        mails.queue(address.email, 'order_changed', now, { accountId })
      }),
    async claim(now, leaseMs) {
      // Most calls find no due mail; a read costs no commit.
      return read(() => due.get(now)) ? write(() => take(now, leaseMs)) : null
    },
    async nextAt() {
      return read(() => next.get()?.at ?? null)
    },
    markSent: (id, refusal) =>
      write(() => {
        const mail = end.get(refusal ? 'refused' : 'sent', refusal?.error ?? null, id)
        if (mail?.accountId && mail.telling)
          tellings.setTold(mail.accountId, (JSON.parse(mail.telling) as Telling).told)
      }),
    markFailed: (id, retryAt, error) =>
      write(() => {
        if (retryAt === null) giveUp.run(error ?? null, id)
        else retry.run(retryAt, error ?? null, id)
      }),
    async list() {
      return read(() => list.all())
    },
    sendAgain: (id, now) => write(() => sendAgain.get(now, id) !== null),
  }
}
