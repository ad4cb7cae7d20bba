import type { LiveStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

/** The area `live`. */
export function openLive({ prepare, read, snapshot }: Connection, { topics }: Parts): LiveStore {
  type Row = Omit<Awaited<ReturnType<LiveStore['pulse']>>['accounts'][number], 'disabled'>
  const accountsOf = prepare<Row & { disabled: number }, [string]>(
    `SELECT a.id, a.ver, a.access, a.disabled, a.club_id AS clubId, coalesce(c.rev, 0) AS ordersRev
     FROM accounts a LEFT JOIN carts c ON c.club_id = a.club_id
     WHERE a.id IN (SELECT value FROM json_each(?))`,
  )
  const endedOf = prepare<{ jti: string }, [string]>(
    'SELECT jti FROM ended_tokens WHERE jti IN (SELECT value FROM json_each(?))',
  )

  return {
    readRev: (topic) => read(() => topics.revOf(topic)),
    pulse: ({ personIds, jtis }) =>
      snapshot(() => ({
        revs: topics.revs(),
        accounts: accountsOf
          .all(JSON.stringify(personIds))
          .map((row) => ({ ...row, disabled: row.disabled !== 0 })),
        endedJtis: endedOf.all(JSON.stringify(jtis)).map(({ jti }) => jti),
      })),
  }
}
