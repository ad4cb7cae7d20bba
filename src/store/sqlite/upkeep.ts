import { limits } from '#src/contract/limits.ts'
import type { LiveStore, UpkeepStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'
import { openVerification } from './verify.ts'

const DAY_MS = 86_400_000
const KEY_MS = limits.idempotencyKeyHours * 3_600_000

type Methods = { live: LiveStore; upkeep: UpkeepStore }

export function openUpkeep(connection: Connection, topics: Topics): Methods {
  const { prepare, read, snapshot, write } = connection
  const accountsOf = prepare<
    { id: string; ver: number; access: string; disabled: number; ordersRev: number },
    [string]
  >(
    `SELECT a.id, a.ver, a.access, a.disabled, c.rev AS ordersRev
     FROM accounts a JOIN carts c ON c.account_id = a.id
     WHERE a.id IN (SELECT value FROM json_each(?))`,
  )
  const endedOf = prepare<{ jti: string }, [string]>(
    'SELECT jti FROM ended_tokens WHERE jti IN (SELECT value FROM json_each(?))',
  )
  const touch = prepare('UPDATE portal SET written_at = ?')
  const purges = [
    prepare('DELETE FROM answered WHERE at <= ?'),
    prepare('DELETE FROM ended_tokens WHERE expires_at <= ?'),
    // A mail that still waits keeps its code.
    prepare(
      `DELETE FROM outbox WHERE state <> 'waiting'
         AND code_id IN (SELECT id FROM codes WHERE requested_at <= ?)`,
    ),
    prepare(
      `DELETE FROM codes WHERE requested_at <= ?
         AND id NOT IN (SELECT code_id FROM outbox WHERE code_id IS NOT NULL)`,
    ),
    prepare('DELETE FROM code_tries WHERE at <= ?'),
    prepare(`DELETE FROM outbox WHERE state <> 'waiting' AND code_id IS NULL AND queued_at <= ?`),
  ] as const
  const verify = openVerification(connection)

  return {
    live: {
      async readRev(topic) {
        return read(() => topics.revOf(topic))
      },
      async pulse({ accountIds, jtis }) {
        return snapshot(() => ({
          revs: topics.revs(),
          accounts: accountsOf
            .all(JSON.stringify(accountIds))
            .map((row) => ({ ...row, disabled: row.disabled !== 0 })),
          endedJtis: endedOf.all(JSON.stringify(jtis)).map(({ jti }) => jti),
        }))
      },
    },
    upkeep: {
      ping: () =>
        write(() => {
          touch.run(Date.now())
        }),
      purge: (now) =>
        write(() => {
          const [answered, endedTokens, codeMails, codes, tries, notices] = purges
          answered.run(now - KEY_MS)
          endedTokens.run(now)
          codeMails.run(now - DAY_MS)
          codes.run(now - DAY_MS)
          tries.run(now - DAY_MS)
          notices.run(now - DAY_MS)
        }),
      async verify() {
        const { checked, broken } = snapshot(verify)
        return { checked, broken }
      },
    },
  }
}
