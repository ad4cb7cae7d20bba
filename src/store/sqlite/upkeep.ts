import type { UpkeepStore } from '../port.ts'
import { ANSWER_MS, DAY_MS } from '../shared/retention.ts'
import type { Connection } from './connection.ts'
import { openVerification } from './verify.ts'

/** The area `upkeep`. */
export function openUpkeep(connection: Connection): UpkeepStore {
  const { prepare, snapshot, write } = connection
  const touch = prepare('UPDATE portal SET written_at = ?')
  const purges = {
    answers: prepare('DELETE FROM answered WHERE at <= ?'),
    endedTokens: prepare('DELETE FROM ended_tokens WHERE expires_at <= ?'),
    codeMails: prepare(
      `DELETE FROM outbox WHERE state <> 'waiting'
         AND code_id IN (SELECT id FROM codes WHERE requested_at <= ?)`,
    ),
    // A waiting mail keeps its code.
    codes: prepare(
      `DELETE FROM codes WHERE requested_at <= ?
         AND id NOT IN (SELECT code_id FROM outbox WHERE code_id IS NOT NULL)`,
    ),
    tries: prepare('DELETE FROM code_tries WHERE at <= ?'),
    notices: prepare(
      `DELETE FROM outbox WHERE state <> 'waiting' AND code_id IS NULL AND queued_at <= ?`,
    ),
  }
  const verify = openVerification(connection)

  return {
    ping: () =>
      write(() => {
        touch.run(Date.now())
      }),
    purge: (now) =>
      write(() => {
        purges.answers.run(now - ANSWER_MS)
        purges.endedTokens.run(now)
        purges.codeMails.run(now - DAY_MS)
        purges.codes.run(now - DAY_MS)
        purges.tries.run(now - DAY_MS)
        purges.notices.run(now - DAY_MS)
      }),
    async verify() {
      const { checked, broken } = snapshot(verify)
      return { checked, broken }
    },
  }
}
