import type { Logger } from '#src/monitoring/log.ts'
import { openAccounts } from './mongo/accounts.ts'
import { openAnnounce } from './mongo/announcing.ts'
import { openCodes } from './mongo/codes.ts'
import { connect } from './mongo/connect.ts'
import { openConnection } from './mongo/connection.ts'
import { openEditionLists } from './mongo/editions.ts'
import { openEnding } from './mongo/ending.ts'
import { openHandingOver } from './mongo/handing-over.ts'
import { openHistory } from './mongo/history.ts'
import { openLive } from './mongo/live.ts'
import { openMail } from './mongo/mail.ts'
import { openOrderLists } from './mongo/order-lists.ts'
import { openOrdering } from './mongo/ordering.ts'
import { openParts } from './mongo/parts.ts'
import { openPeople } from './mongo/people.ts'
import { openOrders } from './mongo/orders.ts'
import { openRemoving } from './mongo/removing.ts'
import { prepareDatabase } from './mongo/schema.ts'
import { openStock } from './mongo/stock.ts'
import { openDigests } from './mongo/digests.ts'
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
    const parts = openParts(connection, rateLimits)
    const digests = openDigests(connection, parts)
    const ending = openEnding(connection, parts, digests)
    return {
      epoch,
      accounts: openAccounts(connection, parts),
      people: openPeople(connection, parts),
      codes: openCodes(connection, parts),
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
      history: { ...openHistory(connection), ...openUndoing(connection, parts, ending) },
      live: openLive(connection, parts),
      upkeep: openUpkeep(connection),
      close: connection.close,
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}
