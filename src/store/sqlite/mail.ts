import type { Digest } from '#src/rules/digest.ts'
import type { MailRow, Tables } from '../tables.ts'
import { columnsOf, insertInto, MAIL_TABLE, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'

type BareRow = Omit<MailRow, 'digest'>
type Stored = Omit<BareRow, 'deliver' | 'leased'> & { deliver: number; leased: number }

const { digest: _digest, ...BARE } = MAIL_TABLE

const toMail = (row: Stored): BareRow => ({
  ...row,
  deliver: row.deliver !== 0,
  leased: row.leased !== 0,
})

/** The queue of mails. */
export function openMails({ prepare }: Connection): Tables['mails'] {
  const insert = prepare(insertInto('outbox', MAIL_TABLE))
  const dropAll = prepare(`DELETE FROM outbox WHERE recipient = ? AND state <> 'sent'`)
  const dropOrders = prepare(
    `DELETE FROM outbox WHERE recipient = ? AND state <> 'sent' AND purpose = 'order_changed'`,
  )
  const dropOfCode = prepare('DELETE FROM outbox WHERE code_id = ?')

  const due = prepare<Stored & { digest: string | null }, [number]>(
    `SELECT ${columnsOf(MAIL_TABLE)} FROM outbox
     WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT 1`,
  )
  const nextAt = prepare<{ at: number | null }, []>(
    `SELECT MIN(due_at) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const byId = prepare<Stored, [string]>(`SELECT ${columnsOf(BARE)} FROM outbox WHERE id = ?`)
  const newest = prepare<Stored, [number]>(
    `SELECT ${columnsOf(BARE)} FROM outbox
     WHERE deliver = 1 AND purpose <> 'reset' AND (state <> 'sent' OR purpose = 'order_changed')
     ORDER BY queued_at DESC, id DESC LIMIT ?`,
  )

  /** The text of each digest: it can have a megabyte, and all people of a club get the same one. */
  const texts = new WeakMap<Digest, string>()
  function textOf(digest: Digest): string {
    const text = texts.get(digest) ?? JSON.stringify(digest)
    texts.set(digest, text)
    return text
  }

  return {
    queue: ({ digest = null, ...mail }, now) =>
      insert.run({
        codeId: null,
        personId: null,
        invitationId: null,
        deliver: true,
        ...mail,
        id: Bun.randomUUIDv7(),
        digest: digest && textOf(digest),
        state: 'waiting',
        leased: false,
        lost: 0,
        attempts: 0,
        error: null,
        queuedAt: now,
        dueAt: now,
      }),
    drop: (to, which) => (which === 'all' ? dropAll : dropOrders).run(to),
    dropOfCode: (codeId) => dropOfCode.run(codeId),
    due(now) {
      const row = due.get(now)
      if (!row) return null
      const { digest, ...mail } = row
      return { ...toMail(mail), digest: fromJson<Digest>(digest) }
    },
    nextAt: () => nextAt.get()?.at ?? null,
    find(id) {
      const row = byId.get(id)
      return row && toMail(row)
    },
    newest: (limit) => newest.all(limit).map(toMail),
    set(id, fields) {
      const names = Object.keys(fields) as (keyof typeof fields)[]
      const update = prepare(`UPDATE outbox SET ${setTo(MAIL_TABLE, names)} WHERE id = $id`)
      update.run({ ...fields, id })
    },
  }
}
