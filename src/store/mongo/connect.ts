import { MongoClient, MongoError, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { ConfigError } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'
import { createClient, serverName } from './client.ts'

const AUTHENTICATION_FAILED = 18
const UNAUTHORIZED = 13
const ONE_TRY_MS = 2_000
const PAUSE_MS = 500

/** Why a database that answers cannot be used, so that waiting would not help; `null` if it can. */
async function refusalOf(client: ReturnType<typeof createClient>): Promise<string | null> {
  const hello = await client.db('admin').command({ hello: 1 })
  if (!hello.setName && hello.msg !== 'isdbgrid')
    return 'MONGODB_URL leads to a stand-alone mongod. Transactions need a replica set: start it with --replSet and run rs.initiate() once.'
  // Missing rights show at the first command only.
  await client.db().command({ listCollections: 1, nameOnly: true })
  return null
}

/** Why no server that answers can be selected. `lasts`: waiting would not help. `null` if the reason is another. */
function silenceOf(error: unknown): { why: string; lasts: boolean } | null {
  if (!(error instanceof MongoServerSelectionError) || !error.reason) return null
  const { setName, servers } = error.reason
  // The driver drops servers that do not belong to the set.
  if (setName !== null && servers.size === 0)
    return {
      why: `No server of MONGODB_URL belongs to the replica set ${setName}. Correct replicaSet in the address; a stand-alone mongod needs --replSet ${setName} and rs.initiate() once.`,
      lasts: true,
    }
  const isInitiated = ![...servers.values()].some(({ type }) => type === 'RSGhost')
  return isInitiated
    ? null
    : {
        why: 'The replica set of MONGODB_URL was never initiated: run rs.initiate() once.',
        lasts: false,
      }
}

/** Waits until the database can be used and answers a client: that of a server, unless `as` says otherwise. Throws a `ConfigError`. */
export async function connect(
  { url, waitSeconds, log }: { url: string; waitSeconds: number; log: Logger },
  as: { appName: string; socketMs?: number } = {
    appName: serverName(new MongoClient(url).options.dbName),
  },
) {
  const deadline = performance.now() + waitSeconds * 1000
  for (;;) {
    // Without `directConnection` the driver waits for a set to elect its primary.
    const client = createClient(url, { selectionMs: ONE_TRY_MS, appName: as.appName })
    try {
      await client.connect()
      const refusal = await refusalOf(client)
      if (refusal === null) {
        await client.close()
        return createClient(url, as)
      }
      throw new ConfigError([refusal])
    } catch (error) {
      await client.close().catch(() => undefined)
      if (error instanceof ConfigError) throw error
      if (
        error instanceof MongoServerError &&
        [AUTHENTICATION_FAILED, UNAUTHORIZED].includes(Number(error.code))
      )
        throw new ConfigError([
          'MongoDB refuses the user name or the password of MONGODB_URL. Check both, and authSource.',
        ])
      if (!(error instanceof MongoError)) throw error
      const silence = silenceOf(error)
      if (silence?.lasts) throw new ConfigError([silence.why])
      if (performance.now() > deadline)
        throw new ConfigError([
          silence?.why ??
            `MongoDB could not be reached within ${waitSeconds} s (STARTUP_WAIT): ${error.message}`,
        ])
      log.warn('store_not_reached', { error: error.message })
      await Bun.sleep(PAUSE_MS)
    }
  }
}
