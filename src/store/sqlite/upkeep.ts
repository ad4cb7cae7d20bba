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
  const touch = prepare('UPDATE portal SET writtenAt = ?')
  /** Deletes what is past a time, in writes that are short whatever there is to delete. */
  async function purge(table: string, key: string, which: string, until: number): Promise<void> {
    const some = prepare(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${which} LIMIT ${AT_ONCE})`,
    )
    while ((await write(() => some.run(until).changes)) === AT_ONCE);
  }

  return {
    async ping() {
      if (isFailing()) throw unavailable(new Error('A write failed a short time ago.'))
      await write(() => {
        touch.run(Date.now())
      })
    },
    async purge(now) {
      const dayAgo = now - DAY_MS
      await purge('answered', 'rowid', 'at <= ?', now - ANSWER_MS)
      await purge('ended_tokens', 'id', 'expiresAt <= ?', now)
      const isOfOldCode = 'codeId IN (SELECT id FROM codes WHERE requestedAt <= ?)'
      await purge('outbox', 'id', `state <> 'waiting' AND ${isOfOldCode}`, dayAgo)
      // A waiting mail keeps its code, and its invitation.
      const hasMail = (id: string) => `id IN (SELECT ${id} FROM outbox WHERE ${id} IS NOT NULL)`
      await purge('codes', 'id', `requestedAt <= ? AND NOT ${hasMail('codeId')}`, dayAgo)
      await purge('code_tries', 'seq', 'at <= ?', dayAgo)
      const isOldNotice = `state <> 'waiting' AND codeId IS NULL AND queuedAt <= ?`
      await purge('outbox', 'id', isOldNotice, dayAgo)
      const isOldInvitation = `at <= ? AND NOT ${hasMail('invitationId')}`
      await purge('invitations', 'id', isOldInvitation, invitationsSince(now))
    },
    verify: () => snapshot(openVerification(connection)),
  }
}
