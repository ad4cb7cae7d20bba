import type { Logger } from '#src/monitoring/log.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
import { openAreas } from './areas/index.ts'
import { openSession } from './mongo/accounts.ts'
import { connect } from './mongo/connect.ts'
import { openConnection } from './mongo/connection.ts'
import { prepareDatabase } from './mongo/schema.ts'
import { toDatabase } from './mongo/tables.ts'
import { openUpkeep } from './mongo/upkeep.ts'
import type { Store } from './port.ts'

export type MongoOptions = {
  /** Names a replica set and a database. */
  url: string
  /** How long to wait for a database that cannot be reached. */
  waitSeconds: number
  /** False lifts the limits on codes and orders per time. */
  rateLimits?: boolean
  /** The name of the first edition of a new store. */
  edition?: string
  log: Logger
}

/** Opens the store in MongoDB, or creates it. Throws a `ConfigError` that says what to do if it is unusable. */
export async function openMongoStore(options: MongoOptions): Promise<Store> {
  const { url, waitSeconds, rateLimits = true, edition = FIRST_EDITION, log } = options
  const connection = openConnection(await connect({ url, waitSeconds, log }), log)
  try {
    const epoch = await prepareDatabase(connection.db, { edition })
    const areas = openAreas(toDatabase(connection, rateLimits), {
      accounts: { readSession: openSession(connection) },
      upkeep: openUpkeep(connection),
    })
    return { epoch, ...areas, close: connection.close }
  } catch (error) {
    await connection.close()
    throw error
  }
}
