import type { CodePurpose } from '../port.ts'
import type { ArmedCode, CodeRequest, Tables } from '../tables.ts'
import { CODE_TABLE, columnsOf, insertInto } from './columns.ts'
import type { Connection } from './connection.ts'

/** Mailed codes, and the tries of them. */
export function openCodes({ prepare }: Connection): Tables['codes'] {
  const askedWhere = <Params extends (string | number)[]>(which: string) =>
    prepare<CodeRequest, Params>(
      `SELECT client_kind AS clientKind, client, requested_at AS at FROM codes
       WHERE ${which} AND requested_at > ? ORDER BY requested_at DESC`,
    )
  const askedFor = askedWhere<[string, number]>('email = ?')
  const askedBy = askedWhere<[string, string, number]>('client = ? AND client_kind = ?')
  const insert = prepare(insertInto('codes', CODE_TABLE))
  const remove = prepare('DELETE FROM codes WHERE id = ?')
  const armed = prepare<Omit<ArmedCode, 'spent'> & { spent: number }, [string, CodePurpose]>(
    `SELECT ${columnsOf(CODE_TABLE)} FROM codes
     WHERE email = ? AND purpose = ? AND hash IS NOT NULL ORDER BY armed_at DESC, id DESC`,
  )
  const triesOfCode = prepare<{ own: number; ofKind: number }, [string, string, string]>(
    `SELECT coalesce(sum(client = ?3), 0) AS own, count(*) AS ofKind
     FROM code_tries WHERE code_id = ?1 AND client_kind = ?2`,
  )
  const ofKindToday = prepare<{ tries: number }, [string, number, number, string]>(
    `SELECT count(*) AS tries FROM code_tries
     WHERE email = ? AND at > ? AND at <= ? AND client_kind = ?`,
  )
  const insertTry = prepare(
    'INSERT INTO code_tries (code_id, email, client_kind, client, at) VALUES (?, ?, ?, ?, ?)',
  )
  const spend = prepare('UPDATE codes SET spent = 1 WHERE id = ?')
  const arm = prepare('UPDATE codes SET hash = ?, armed_at = ? WHERE id = ?')

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
    addTry: ({ codeId, email, clientKind, client, at }) =>
      insertTry.run(codeId, email, clientKind, client, at),
    spend: (id) => spend.run(id),
    arm: (id, hash, now) => arm.run(hash, now, id),
    remove: (id) => remove.run(id),
  }
}
