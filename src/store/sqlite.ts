import { createLogger, type Logger } from '#src/monitoring/log.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
import type { Store } from './port.ts'
import { openAccountRows, openAccounts } from './sqlite/accounts.ts'
import { openAllotting } from './sqlite/allotting.ts'
import { openCorrecting } from './sqlite/correcting.ts'
import { openAnnounce, openAnnouncing } from './sqlite/announcing.ts'
import { openCodes } from './sqlite/codes.ts'
import { connect } from './sqlite/connection.ts'
import { openEditionLists, openEditions } from './sqlite/editions.ts'
import { openEnding } from './sqlite/ending.ts'
import { openEntries } from './sqlite/entries.ts'
import { openHandingOver } from './sqlite/handing-over.ts'
import { openHistory } from './sqlite/history.ts'
import { openIdempotencyKeys } from './sqlite/idempotency.ts'
import { openInvitations } from './sqlite/invitations.ts'
import { openItems } from './sqlite/items.ts'
import { openLines } from './sqlite/lines.ts'
import { openLive } from './sqlite/live.ts'
import { openMail, openMailRows } from './sqlite/mail.ts'
import { openOrderLists } from './sqlite/order-lists.ts'
import { openOrdering, openSwitch } from './sqlite/ordering.ts'
import type { Parts } from './sqlite/parts.ts'
import { openPeople, openRegistration } from './sqlite/people.ts'
import { openPlacing } from './sqlite/placing.ts'
import { openRemoving } from './sqlite/removing.ts'
import { openSheets } from './sqlite/sheets.ts'
import { openStock } from './sqlite/stock.ts'
import { openDigests } from './sqlite/digests.ts'
import { openTopics } from './sqlite/topics.ts'
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

  const topics = openTopics(connection)
  const mails = openMailRows(connection)
  const entries = openEntries(connection)
  const invitations = openInvitations(connection)
  const accounts = openAccountRows(connection, { mails, topics, entries, invitations })
  const registration = openRegistration(connection)
  const lines = openLines(connection)
  const editions = openEditions(connection)
  if (!editions.hasAny()) editions.begin(edition, Date.now())
  const parts: Parts = {
    rateLimits,
    accounts,
    topics,
    items: openItems(connection),
    lines,
    announcing: openAnnouncing({ topics, lines }),
    entries,
    ordering: openSwitch(connection),
    editions,
    keys: openIdempotencyKeys(connection),
  }
  const digests = openDigests(connection, parts, mails)
  const ending = openEnding(connection, parts, digests)
  return {
    epoch,
    accounts: openAccounts(connection, accounts),
    codes: openCodes(connection, { accounts, mails, invitations, registration }, rateLimits),
    people: openPeople(connection, { ...parts, mails, invitations, registration }),
    mail: openMail(connection, { digests, mails }),
    stock: { ...openStock(connection, parts), ...openSheets(connection, parts) },
    ordering: openOrdering(connection, parts),
    orders: {
      ...openPlacing(connection, parts),
      ...openCorrecting(connection, parts),
      ...openAllotting(connection, parts),
      ...openHandingOver(connection, parts),
      ...openRemoving(connection, parts),
      ...openAnnounce(connection, parts),
      ...openOrderLists(connection, parts),
      findAnswer: parts.keys.findAnswer,
    },
    editions: { ...openEditionLists(connection, parts), end: ending.end },
    history: { ...openHistory(connection, editions), ...openUndoing(connection, parts, ending) },
    live: openLive(connection, topics),
    upkeep: openUpkeep(connection),
    close: connection.close,
  }
}
