import { createLogger, type Logger } from '#src/monitoring/log.ts'
import type { Store } from './port.ts'
import { openAccountRows, openAccounts } from './sqlite/accounts.ts'
import { openAnswered } from './sqlite/answered.ts'
import { openCodes } from './sqlite/codes.ts'
import { connect } from './sqlite/connection.ts'
import { openDecisions } from './sqlite/decisions.ts'
import { openItems } from './sqlite/items.ts'
import { openLedger } from './sqlite/ledger.ts'
import { openLines } from './sqlite/lines.ts'
import { openOrdering } from './sqlite/ordering.ts'
import { openOrders } from './sqlite/orders.ts'
import { openOutbox, openOutboxRows } from './sqlite/outbox.ts'
import { openStock } from './sqlite/stock.ts'
import { openTopics } from './sqlite/topics.ts'
import { openUpkeep } from './sqlite/upkeep.ts'

export type SqliteOptions = {
  /** The database file; its directory exists. `:memory:` for a store that ends with the process. */
  path: string
  /** False for a tool beside a running server: one server alone holds the lock. */
  lock?: boolean
  /** False lifts the limits per time on codes. */
  rateLimits?: boolean
  log?: Logger
}

/** Opens or makes the embedded store. Throws a `ConfigError` that says what to do when it cannot be used. */
export function openSqliteStore(options: SqliteOptions): Store {
  const { path, lock = true, rateLimits = true, log = createLogger('error') } = options
  const connection = connect(path, lock, log)
  const epoch = connection.prepare<{ epoch: string }, []>('SELECT epoch FROM portal').get()?.epoch
  if (epoch === undefined) throw new Error('The row of table portal is missing.')

  const topics = openTopics(connection)
  const outbox = openOutboxRows(connection)
  const accounts = openAccountRows(connection, outbox)
  const parts = {
    topics,
    items: openItems(connection),
    lines: openLines(connection),
    ledger: openLedger(connection),
    answered: openAnswered(connection),
  }

  const { ordering, place } = openOrdering(connection, epoch, parts)
  const { live, upkeep } = openUpkeep(connection, topics)
  return {
    epoch,
    accounts: openAccounts(connection, accounts, topics),
    codes: openCodes(connection, { accounts, outbox }, rateLimits),
    mail: openOutbox(connection, outbox),
    stock: openStock(connection, epoch, parts),
    ordering,
    orders: {
      place,
      ...openDecisions(connection, parts),
      ...openOrders(connection, epoch, parts),
      ...parts.answered.methods,
    },
    live,
    upkeep,
    close: connection.close,
  }
}
