import type { Announced } from '#src/contract/line.ts'
import { type Digest, digestLines, type ReadableEntry, type Since } from '#src/rules/digest.ts'

/** How far a club was told about its order: up to this revision of it, and this batch of the history. */
export type Told = { rev: number; batch: string; since: Since | null }

/** A club that was told nothing yet, and has done nothing. */
export const NOTHING_TOLD: Told = { rev: 0, batch: '', since: null }

/** A club as far as mails about its order concern it. `wantsMails` is false for disabled accounts too. */
export type Recipient = {
  accountId: string
  clubName: string
  wantsMails: boolean
  /** The present revision of its order. */
  rev: number
  told: Told
}

/** What a mail tells, and how far the club is told once it is sent. Stores keep it with the waiting mail. */
export type Telling = {
  /** The same for each delivery of the same words. */
  id: string
  digest: Digest
  told: Told
  /** Whether a delivery ended with nobody knowing how. The same words are then sent until the mail server takes them. */
  isDoubtful: boolean
}

type Entry = ReadableEntry & { batch: string }

/** What to tell a club of its entries since `told`, oldest first, and of its lines as it sees them now. `digest` is null if there is nothing to tell: it then counts as told. */
export function tellingOf(
  { accountId, clubName, wantsMails, rev, told }: Recipient,
  entries: readonly Entry[],
  shown: ReadonlyMap<string, Announced>,
  now: number,
): Telling | { digest: null; told: Told } {
  const upTo = { rev, batch: entries.at(-1)?.batch ?? told.batch }
  if (!wantsMails) return { digest: null, told: { ...upTo, since: null } }
  const firstForeign = entries.findIndex(({ by }) => by !== accountId)
  const lines = digestLines(entries, accountId, shown)
  // What others changed before the club's last order is new since the order before.
  const own =
    lines.length === 0 ? entries.findLast(({ by }) => by === accountId) : entries[firstForeign - 1]
  const since: Since | null = own ? { at: own.at, what: 'order' } : told.since
  if (lines.length === 0) return { digest: null, told: { ...upTo, since } }
  return {
    id: Bun.randomUUIDv7(),
    isDoubtful: false,
    digest: { clubName, since, lines },
    told: { ...upTo, since: { at: now, what: 'mail' } },
  }
}
