import { createLogger, type Logger } from '#src/monitoring/log.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
import { openAreas } from './areas/index.ts'
import type { Store } from './port.ts'
import { openSession } from './sqlite/accounts.ts'
import { connect } from './sqlite/connection.ts'
import { openTables, toDatabase } from './sqlite/tables.ts'
import { openUpkeep } from './sqlite/upkeep.ts'

export type SqliteOptions = {
  /** The database file in an existing directory, or `:memory:` for a store that ends with the process. */
  path: string
  /** False for a tool that runs beside a server: only one process may hold the lock. */
  lock?: boolean
  /** False lifts the limits on codes and orders per time. */
  rateLimits?: boolean
  /** The name of the first edition of a new store. */
  edition?: string
  log?: Logger
}

/** Opens the embedded store, or creates it. Throws a `ConfigError` that says what to do if it is unusable. */
export function openSqliteStore(options: SqliteOptions): Store {
  const { path, lock = true, rateLimits = true, log = createLogger('error') } = options
  const { edition = FIRST_EDITION } = options
  const connection = connect(path, lock, log)
  const epoch = connection.prepare<{ epoch: string }, []>('SELECT epoch FROM portal').get()?.epoch
  if (epoch === undefined) throw new Error('The row of table portal is missing.')

  const tables = openTables(connection)
  if (!tables.editions.hasAny()) tables.editions.begin(edition, Date.now())
  const areas = openAreas(toDatabase(connection, tables, rateLimits), {
    accounts: { readSession: openSession(connection) },
    upkeep: openUpkeep(connection),
  })
  return { epoch, ...areas, close: connection.close }
}
