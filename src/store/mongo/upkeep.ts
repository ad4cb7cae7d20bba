import { limits } from '#src/contract/limits.ts'
import type { LiveStore, UpkeepStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'
import { verify } from './verify.ts'

const DAY_MS = 86_400_000
const KEY_MS = limits.idempotencyKeyHours * 3_600_000

type Methods = { live: LiveStore; upkeep: UpkeepStore }

export function openUpkeep(connection: Connection, topics: Topics): Methods {
  const { accounts, answered, carts, codeGates, codes, codeTries } = connection
  const { endedTokens, outbox, portal, run, snapshot } = connection
  return {
    live: {
      readRev: topics.revOf,
      pulse: ({ accountIds, jtis }) =>
        snapshot(async (session) => {
          const held = await accounts
            .find({ _id: { $in: accountIds } }, { session, projection: { passwordHash: 0 } })
            .toArray()
          const orders = await carts
            .find(
              { accountId: { $in: accountIds } },
              { session, projection: { accountId: 1, rev: 1 } },
            )
            .toArray()
          const ended = await endedTokens
            .find({ _id: { $in: jtis } }, { session, projection: { _id: 1 } })
            .toArray()
          const revOf = new Map(orders.map(({ accountId, rev }) => [accountId, rev]))
          return {
            revs: await topics.revs(session),
            accounts: held.map(({ _id, ver, access, disabled }) => ({
              id: _id,
              ver,
              access,
              disabled,
              ordersRev: revOf.get(_id) ?? 0,
            })),
            endedJtis: ended.map(({ _id }) => _id),
          }
        }),
    },
    upkeep: {
      ping: () =>
        run(async () => {
          await portal.updateOne({ _id: 'portal' }, { $set: { writtenAt: Date.now() } })
        }),
      purge: (now) =>
        run(
          async () => {
            await answered.deleteMany({ at: { $lte: new Date(now - KEY_MS) } })
            await endedTokens.deleteMany({ expiresAt: { $lte: new Date(now) } })
            const past = await codes
              .find({ requestedAt: { $lte: now - DAY_MS } }, { projection: { _id: 1 } })
              .toArray()
            const ids = past.map(({ _id }) => _id)
            await outbox.deleteMany({ codeId: { $in: ids }, state: { $ne: 'waiting' } })
            // a mail that still waits keeps its code
            const kept = await outbox.find({ codeId: { $in: ids } }).toArray()
            const waiting = new Set(kept.map(({ codeId }) => codeId))
            await codes.deleteMany({ _id: { $in: ids.filter((id) => !waiting.has(id)) } })
            await codeTries.deleteMany({ at: { $lte: now - DAY_MS } })
            await outbox.deleteMany({
              codeId: null,
              queuedAt: { $lte: now - DAY_MS },
              state: { $ne: 'waiting' },
            })
            await codeGates.deleteMany({ at: { $not: { $gt: now - DAY_MS } } })
          },
          { isPatient: true },
        ),
      verify: () => snapshot((session) => verify(connection, session), { isPatient: true }),
    },
  }
}
