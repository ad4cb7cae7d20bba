import type { Logger } from '#src/monitoring/log.ts'
import { openAccountDocs, openAccounts } from './mongo/accounts.ts'
import { openAllotting } from './mongo/allotting.ts'
import { openCorrecting } from './mongo/correcting.ts'
import { openAnnounce, openAnnouncing } from './mongo/announcing.ts'
import { openCodes } from './mongo/codes.ts'
import { connect } from './mongo/connect.ts'
import { openConnection } from './mongo/connection.ts'
import { openEditionLists, openEditions } from './mongo/editions.ts'
import { openEnding } from './mongo/ending.ts'
import { openEntries } from './mongo/entries.ts'
import { openEntrySearch } from './mongo/entry-search.ts'
import { openHandingOver } from './mongo/handing-over.ts'
import { openHistory } from './mongo/history.ts'
import { openIdempotency } from './mongo/idempotency.ts'
import { openItems } from './mongo/items.ts'
import { openLines } from './mongo/lines.ts'
import { openLive } from './mongo/live.ts'
import { openMail, openMailDocs } from './mongo/mail.ts'
import { openOrderLists } from './mongo/order-lists.ts'
import { openOrdering, openSwitches } from './mongo/ordering.ts'
import type { Parts } from './mongo/parts.ts'
import { openPeople } from './mongo/people.ts'
import { openPlacing } from './mongo/placing.ts'
import { openRemoving } from './mongo/removing.ts'
import { prepareDatabase } from './mongo/schema.ts'
import { openSheets } from './mongo/sheets.ts'
import { openStock } from './mongo/stock.ts'
import { openDigests } from './mongo/digests.ts'
import { openTopics } from './mongo/topics.ts'
import { openUndoing } from './mongo/undoing.ts'
import { openUpkeep } from './mongo/upkeep.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
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
    const topics = openTopics(connection)
    const mails = openMailDocs(connection)
    const entries = openEntries(connection)
    const search = openEntrySearch(connection)
    const accounts = openAccountDocs(connection, { mails, entries })
    const lines = openLines(connection)
    const keys = openIdempotency(connection, topics)
    const parts: Parts = {
      rateLimits,
      accounts,
      topics,
      items: openItems(connection),
      lines,
      switches: openSwitches(connection),
      editions: openEditions(connection),
      entries,
      keys,
      announcing: openAnnouncing(connection, lines),
    }
    const digests = openDigests(connection, parts, mails)
    const ending = openEnding(connection, parts, digests)
    return {
      epoch,
      accounts: openAccounts(connection, accounts, topics),
      people: openPeople(connection, { ...parts, mails }),
      codes: openCodes(connection, { accounts, mails }, rateLimits),
      mail: openMail(connection, { mails, digests }),
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
        findAnswer: keys.findAnswer,
      },
      editions: { ...openEditionLists(connection, parts), end: ending.end },
      history: { ...openHistory(connection, search), ...openUndoing(connection, parts, ending) },
      live: openLive(connection, topics),
      upkeep: openUpkeep(connection),
      close: connection.close,
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}
