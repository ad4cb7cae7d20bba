import { createLogger, type Logger } from '#src/monitoring/log.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
import type { Store } from './port.ts'
import { openAccounts } from './sqlite/accounts.ts'
import { openAnnounce } from './sqlite/announcing.ts'
import { openCodes } from './sqlite/codes.ts'
import { connect } from './sqlite/connection.ts'
import { openEditionLists } from './sqlite/editions.ts'
import { openEnding } from './sqlite/ending.ts'
import { openHandingOver } from './sqlite/handing-over.ts'
import { openHistory } from './sqlite/history.ts'
import { openLive } from './sqlite/live.ts'
import { openMail } from './sqlite/mail.ts'
import { openOrderLists } from './sqlite/order-lists.ts'
import { openOrdering } from './sqlite/ordering.ts'
import { openParts } from './sqlite/parts.ts'
import { openPeople } from './sqlite/people.ts'
import { openOrders } from './sqlite/orders.ts'
import { openRemoving } from './sqlite/removing.ts'
import { openStock } from './sqlite/stock.ts'
import { openDigests } from './sqlite/digests.ts'
import { openUndoing } from './sqlite/undoing.ts'
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

  const parts = openParts(connection, rateLimits)
  if (!parts.editions.hasAny()) parts.editions.begin(edition, Date.now())
  const digests = openDigests(connection, parts)
  const ending = openEnding(connection, parts, digests)
  return {
    epoch,
    accounts: openAccounts(connection, parts),
    codes: openCodes(connection, parts),
    people: openPeople(connection, parts),
    mail: openMail(connection, parts, digests),
    stock: openStock(connection, parts),
    ordering: openOrdering(connection, parts),
    orders: {
      ...openOrders(connection, parts),
      ...openHandingOver(connection, parts),
      ...openRemoving(connection, parts),
      ...openAnnounce(connection, parts),
      ...openOrderLists(connection, parts),
      findAnswer: parts.keys.findAnswer,
    },
    editions: { ...openEditionLists(connection, parts), end: ending.end },
    history: { ...openHistory(connection, parts), ...openUndoing(connection, parts, ending) },
    live: openLive(connection, parts),
    upkeep: openUpkeep(connection),
    close: connection.close,
  }
}
