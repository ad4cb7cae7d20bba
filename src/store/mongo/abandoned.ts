import type { Binary, MongoClient } from 'mongodb'
import type { Logger } from '#src/monitoring/log.ts'
import { serverName } from './client.ts'

/**
 * Ends transactions that an instance left open when it was killed. MongoDB would lock their documents for up to 90 s, its limit of 60 s and
 * the pause between its checks. A transaction is abandoned after `idleMs` without a command. If its instance is alive after all, its next
 * command fails and the transaction starts again. This needs no privilege: a user may see and end its own sessions.
 */
export async function endAbandoned(
  client: MongoClient,
  idleMs: number,
  log?: Logger,
): Promise<void> {
  const admin = client.db('admin')
  const abandoned = await admin
    .aggregate<{ lsid: { id: Binary } }>([
      { $currentOp: { allUsers: false, idleSessions: true } },
      {
        $match: {
          type: 'idleSession',
          appName: serverName(client.db().databaseName),
          'transaction.timeInactiveMicros': { $gt: idleMs * 1_000 },
        },
      },
    ])
    .toArray()
  if (abandoned.length === 0) return
  await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) })
  log?.warn('abandoned_transactions_ended', { count: abandoned.length })
}
