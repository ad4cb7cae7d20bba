import { openAccountRows } from './accounts.ts'
import { openAnnouncing } from './announcing.ts'
import type { Connection } from './connection.ts'
import { openEditions } from './editions.ts'
import { openEntries } from './entries.ts'
import { openIdempotencyKeys } from './idempotency.ts'
import { openInvitations } from './invitations.ts'
import { openItems } from './items.ts'
import { openLines } from './lines.ts'
import { openMailRows } from './mail.ts'
import { openSwitch } from './ordering.ts'
import { openRegistration } from './people.ts'
import { openTopics } from './topics.ts'

/** What the areas of the store share. `rateLimits: false` lifts the limits on codes and orders per time. */
export function openParts(connection: Connection, rateLimits: boolean) {
  const topics = openTopics(connection)
  const mails = openMailRows(connection)
  const entries = openEntries(connection)
  const invitations = openInvitations(connection)
  const lines = openLines(connection)
  return {
    rateLimits,
    topics,
    mails,
    entries,
    invitations,
    lines,
    accounts: openAccountRows(connection, { mails, topics, entries, invitations }),
    registration: openRegistration(connection),
    items: openItems(connection),
    announcing: openAnnouncing(topics, lines),
    ordering: openSwitch(connection),
    editions: openEditions(connection),
    keys: openIdempotencyKeys(connection),
  }
}

export type Parts = ReturnType<typeof openParts>
