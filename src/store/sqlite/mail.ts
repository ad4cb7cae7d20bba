import type { Mail, MailPurpose, MailStore } from '../port.ts'
import type { Connection } from './connection.ts'

type MailRow = Omit<Mail, 'deliver'> & { deliver: number }

/** Queues mails inside a write. */
export function openMailRows({ prepare }: Connection) {
  const insert = prepare(
    `INSERT INTO outbox (id, recipient, purpose, code_id, deliver, state, attempts, queued_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', 0, ?6, ?6)`,
  )
  const removeOfCode = prepare('DELETE FROM outbox WHERE code_id = ?')
  return {
    queue(
      to: string,
      purpose: MailPurpose,
      now: number,
      { codeId = null, deliver = true }: { codeId?: string | null; deliver?: boolean } = {},
    ): void {
      insert.run(Bun.randomUUIDv7(), to, purpose, codeId, deliver ? 1 : 0, now)
    },
    removeOfCode(codeId: string): void {
      removeOfCode.run(codeId)
    },
  }
}

export type MailRows = ReturnType<typeof openMailRows>

/** The area `mail`. */
export function openMail({ prepare, read, write }: Connection, rows: MailRows): MailStore {
  const due = prepare<MailRow, [number]>(
    `SELECT id, recipient AS "to", purpose, code_id AS codeId, deliver, attempts, queued_at AS queuedAt
     FROM outbox WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT 1`,
  )
  const lease = prepare('UPDATE outbox SET due_at = ? WHERE id = ?')
  const next = prepare<{ at: number | null }, []>(
    `SELECT MIN(due_at) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const markSent = prepare(`UPDATE outbox SET state = 'sent' WHERE id = ?`)
  const retry = prepare('UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?')
  const giveUp = prepare(
    `UPDATE outbox SET attempts = attempts + 1, state = 'given_up' WHERE id = ?`,
  )

  return {
    queue: (to, purpose, now) => write(() => rows.queue(to, purpose, now)),
    async claim(now, leaseMs) {
      // Most calls find no due mail; a read costs no commit.
      if (!read(() => due.get(now))) return null
      return write(() => {
        const mail = due.get(now)
        if (!mail) return null
        lease.run(now + leaseMs, mail.id)
        return { ...mail, deliver: mail.deliver !== 0 }
      })
    },
    async nextAt() {
      return read(() => next.get()?.at ?? null)
    },
    markSent: (id) =>
      write(() => {
        markSent.run(id)
      }),
    markFailed: (id, retryAt) =>
      write(() => {
        if (retryAt === null) giveUp.run(id)
        else retry.run(retryAt, id)
      }),
  }
}
