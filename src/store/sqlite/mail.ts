import type { Digest } from '#src/rules/digest.ts'
import { newMail } from '../shared/new-mail.ts'
import type { MailRow, Tables } from '../tables.ts'
import { columnsOf, quoted, rowOf, setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'

type BareRow = Omit<MailRow, 'digest'>
type Stored = Omit<BareRow, 'deliver' | 'leased'> & { deliver: number; leased: number }

const toMail = (row: Stored): BareRow => ({
  ...row,
  deliver: row.deliver !== 0,
  leased: row.leased !== 0,
})

/** The queue of mails. */
export function openMails({ prepare }: Connection): Tables['mails'] {
  const insert = prepare(`INSERT INTO ${rowOf(prepare, 'outbox')}`)
  const dropAll = prepare(`DELETE FROM outbox WHERE "to" = ? AND state <> 'sent'`)
  const dropOrders = prepare(
    `DELETE FROM outbox WHERE "to" = ? AND state <> 'sent' AND purpose = 'order_changed'`,
  )
  const dropOfCode = prepare('DELETE FROM outbox WHERE codeId = ?')

  const due = prepare<Stored & { digest: string | null }, [number]>(
    `SELECT * FROM outbox WHERE state = 'waiting' AND dueAt <= ? ORDER BY dueAt LIMIT 1`,
  )
  const nextAt = prepare<{ at: number | null }, []>(
    `SELECT MIN(dueAt) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const bare = quoted(columnsOf(prepare, 'outbox', 'digest'))
  const byId = prepare<Stored, [string]>(`SELECT ${bare} FROM outbox WHERE id = ?`)
  const newest = prepare<Stored, [number]>(
    `SELECT ${bare} FROM outbox
     WHERE deliver = 1 AND purpose <> 'reset' AND (state <> 'sent' OR purpose = 'order_changed')
     ORDER BY queuedAt DESC, id DESC LIMIT ?`,
  )

  /** The text of each digest: it can have a megabyte, and all people of a club get the same one. */
  const texts = new WeakMap<Digest, string>()
  function textOf(digest: Digest): string {
    const text = texts.get(digest) ?? JSON.stringify(digest)
    texts.set(digest, text)
    return text
  }

  return {
    queue(mail, now) {
      const { digest, ...row } = newMail(mail, now)
      insert.run({ ...row, digest: digest && textOf(digest) })
    },
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
      const update = prepare(`UPDATE outbox SET ${setTo(Object.keys(fields))} WHERE id = $id`)
      update.run({ ...fields, id })
    },
  }
}
