import type { AccountDocs } from './accounts.ts'
import type { Announcing } from './announcing.ts'
import type { Editions } from './editions.ts'
import type { Entries } from './entries.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Items } from './items.ts'
import type { Lines } from './lines.ts'
import type { Switches } from './ordering.ts'
import type { Topics } from './topics.ts'

/** What the areas of the store share. */
export type Parts = {
  /** False lifts the limits on codes and orders per time. */
  rateLimits: boolean
  accounts: AccountDocs
  topics: Topics
  items: Items
  lines: Lines
  announcing: Announcing
  entries: Entries
  switches: Switches
  editions: Editions
  keys: IdempotencyKeys
}
