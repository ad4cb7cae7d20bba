import { invitationsSince } from '#src/rules/people.ts'
import type { UpkeepStore } from '../port.ts'
import { unavailable } from '../shared/unavailable.ts'
import { ANSWER_MS, DAY_MS } from '../shared/retention.ts'
import type { Connection } from './connection.ts'
import { openVerification } from './verify.ts'

/** How many rows one write deletes; a kept answer can have some hundred kB. */
const AT_ONCE = 25

/** The area `upkeep`. */
export function openUpkeep(connection: Connection): UpkeepStore {
  const { prepare, snapshot, write, isFailing } = connection
  const touch = prepare('UPDATE portal SET written_at = ?')
  /** Each deletes at most `AT_ONCE` rows. */
  const purges = {
    answers: prepare(
      `DELETE FROM answered WHERE rowid IN (SELECT rowid FROM answered WHERE at <= ? LIMIT ${AT_ONCE})`,
    ),
    endedTokens: prepare(
      `DELETE FROM ended_tokens WHERE jti IN
         (SELECT jti FROM ended_tokens WHERE expires_at <= ? LIMIT ${AT_ONCE})`,
    ),
    codeMails: prepare(
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state <> 'waiting'
         AND code_id IN (SELECT id FROM codes WHERE requested_at <= ?) LIMIT ${AT_ONCE})`,
    ),
    // A waiting mail keeps its code.
    codes: prepare(
      `DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE requested_at <= ?
         AND id NOT IN (SELECT code_id FROM outbox WHERE code_id IS NOT NULL) LIMIT ${AT_ONCE})`,
    ),
    tries: prepare(
      `DELETE FROM code_tries WHERE seq IN (SELECT seq FROM code_tries WHERE at <= ? LIMIT ${AT_ONCE})`,
    ),
    invitations: prepare(
      `DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE at <= ?
         AND id NOT IN (SELECT invitation_id FROM outbox WHERE invitation_id IS NOT NULL) LIMIT ${AT_ONCE})`,
    ),
    notices: prepare(
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state <> 'waiting' AND code_id IS NULL
         AND queued_at <= ? LIMIT ${AT_ONCE})`,
    ),
  }
  /** Deletes what is past a time, in writes that are short whatever there is to delete. */
  async function purgeAll(purge: (typeof purges)[keyof typeof purges], until: number) {
    while ((await write(() => purge.run(until).changes)) === AT_ONCE);
  }

  return {
    async ping() {
      if (isFailing()) throw unavailable(new Error('A write failed a short time ago.'))
      await write(() => {
        touch.run(Date.now())
      })
    },
    async purge(now) {
      await purgeAll(purges.answers, now - ANSWER_MS)
      await purgeAll(purges.endedTokens, now)
      await purgeAll(purges.codeMails, now - DAY_MS)
      await purgeAll(purges.codes, now - DAY_MS)
      await purgeAll(purges.tries, now - DAY_MS)
      await purgeAll(purges.notices, now - DAY_MS)
      await purgeAll(purges.invitations, invitationsSince(now))
    },
    verify: () => snapshot(openVerification(connection)),
  }
}
