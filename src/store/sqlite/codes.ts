import type { CodePurpose } from '../port.ts'
import type { ArmedCode, CodeRequest, Tables } from '../tables.ts'
import { rowOf } from './columns.ts'
import type { Connection } from './connection.ts'

/** Mailed codes, and the tries of them. */
export function openCodes({ prepare }: Connection): Tables['codes'] {
  const askedWhere = <Params extends (string | number)[]>(which: string) =>
    prepare<CodeRequest, Params>(
      `SELECT clientKind, client, requestedAt AS at FROM codes
       WHERE ${which} AND requestedAt > ? ORDER BY requestedAt DESC`,
    )
  const askedFor = askedWhere<[string, number]>('email = ?')
  const askedBy = askedWhere<[string, string, number]>('client = ? AND clientKind = ?')
  const insert = prepare(`INSERT INTO ${rowOf(prepare, 'codes')}`)
  const remove = prepare('DELETE FROM codes WHERE id = ?')
  const armed = prepare<Omit<ArmedCode, 'spent'> & { spent: number }, [string, CodePurpose]>(
    `SELECT * FROM codes
     WHERE email = ? AND purpose = ? AND hash IS NOT NULL ORDER BY armedAt DESC, id DESC`,
  )
  const triesOfCode = prepare<{ own: number; ofKind: number }, [string, string, string]>(
    `SELECT coalesce(sum(client = ?3), 0) AS own, count(*) AS ofKind
     FROM code_tries WHERE codeId = ?1 AND clientKind = ?2`,
  )
  const ofKindToday = prepare<{ tries: number }, [string, number, number, string]>(
    `SELECT count(*) AS tries FROM code_tries
     WHERE email = ? AND at > ? AND at <= ? AND clientKind = ?`,
  )
  const insertTry = prepare(`INSERT INTO ${rowOf(prepare, 'code_tries', 'seq')}`)
  const spend = prepare('UPDATE codes SET spent = 1 WHERE id = ?')
  const arm = prepare('UPDATE codes SET hash = ?, armedAt = ? WHERE id = ?')

  return {
    /** Nothing comes between the steps of a write. */
    lock: () => undefined,
    askedFor: (email, since) => askedFor.all(email, since),
    askedBy: ({ client, clientKind }, since) => askedBy.all(client, clientKind, since),
    armed: (email, purpose) =>
      armed.all(email, purpose).map((row) => ({ ...row, spent: row.spent !== 0 })),
    countTries({ codeId, email, clientKind, client }, { after, until }) {
      const ofCode = triesOfCode.get(codeId, clientKind, client)
      return {
        own: ofCode?.own ?? 0,
        ofKind: ofCode?.ofKind ?? 0,
        ofKindToday: ofKindToday.get(email, after, until, clientKind)?.tries ?? 0,
      }
    },
    add: (code) => insert.run(code),
    addTry: (tried) => insertTry.run(tried),
    spend: (id) => spend.run(id),
    arm: (id, hash, now) => arm.run(hash, now, id),
    remove: (id) => remove.run(id),
  }
}
