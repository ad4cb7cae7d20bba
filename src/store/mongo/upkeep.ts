import { invitationsSince } from '#src/rules/people.ts'
import type { UpkeepStore } from '../port.ts'
import { ANSWER_MS, DAY_MS } from '../shared/retention.ts'
import type { Connection } from './connection.ts'
import { verify } from './verify.ts'

/** The area `upkeep`. */
export function openUpkeep(connection: Connection): UpkeepStore {
  const { answered, codeGates, codes, codeTries, endedTokens, invitations } = connection
  const { outbox, portal, run, snapshot } = connection

  /** Deletes old codes and the mails that carried them; a waiting mail keeps its code. */
  async function purgeCodes(before: number): Promise<void> {
    const past = await codes
      .find({ requestedAt: { $lte: before } }, { projection: { _id: 1 } })
      .toArray()
    const ids = past.map(({ _id }) => _id)
    await outbox.deleteMany({ codeId: { $in: ids }, state: { $ne: 'waiting' } })
    const kept = await outbox.find({ codeId: { $in: ids } }).toArray()
    const waiting = new Set(kept.map(({ codeId }) => codeId))
    await codes.deleteMany({ _id: { $in: ids.filter((id) => !waiting.has(id)) } })
  }

  return {
    ping: () =>
      run(async () => {
        await portal.updateOne({ _id: 'portal' }, { $set: { writtenAt: Date.now() } })
      }),
    purge: (now) =>
      run(
        async () => {
          const dayAgo = now - DAY_MS
          await answered.deleteMany({ at: { $lte: now - ANSWER_MS } })
          await endedTokens.deleteMany({ expiresAt: { $lte: now } })
          await purgeCodes(dayAgo)
          await codeTries.deleteMany({ at: { $lte: dayAgo } })
          await outbox.deleteMany({
            codeId: null,
            queuedAt: { $lte: dayAgo },
            state: { $ne: 'waiting' },
          })
          await invitations.deleteMany({ at: { $lte: invitationsSince(now) } })
          await codeGates.deleteMany({ at: { $not: { $gt: dayAgo } } })
        },
        { isPatient: true },
      ),
    verify: () => snapshot((session) => verify(connection, session), { isPatient: true }),
  }
}
