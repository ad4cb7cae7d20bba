import { openAccountDocs } from './accounts.ts'
import { openAnnouncing } from './announcing.ts'
import type { Connection } from './connection.ts'
import { openEditions } from './editions.ts'
import { openEntries } from './entries.ts'
import { openIdempotency } from './idempotency.ts'
import { openItems } from './items.ts'
import { openLines } from './lines.ts'
import { openMailDocs } from './mail.ts'
import { openSwitches } from './ordering.ts'
import { openTopics } from './topics.ts'

/** What the areas of the store share. `rateLimits: false` lifts the limits on codes and orders per time. */
export function openParts(connection: Connection, rateLimits: boolean) {
  const topics = openTopics(connection)
  const mails = openMailDocs(connection)
  const entries = openEntries(connection)
  const lines = openLines(connection)
  return {
    rateLimits,
    topics,
    mails,
    entries,
    lines,
    accounts: openAccountDocs(connection, { mails, entries }),
    items: openItems(connection),
    announcing: openAnnouncing(connection, lines),
    switches: openSwitches(connection),
    editions: openEditions(connection),
    keys: openIdempotency(connection, topics),
  }
}

export type Parts = ReturnType<typeof openParts>
