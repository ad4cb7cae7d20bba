import { asShown } from '#src/rules/announced.ts'
import type { Since } from '#src/rules/digest.ts'
import { type Recipient, type Told, tellingOf } from '../shared/telling.ts'
import type { Connection } from './connection.ts'
import type { EntrySearch } from './entry-search.ts'
import type { Lines } from './lines.ts'
import type { Topics } from './topics.ts'

type RecipientRow = Pick<Recipient, 'accountId' | 'clubName' | 'rev'> & {
  wantsMails: number
  toldRev: number
  toldBatch: string
  toldAt: number | null
  toldWhat: Since['what'] | null
}

const COLUMNS = `account_id AS accountId, club_name AS clubName, order_mails AND NOT disabled AS wantsMails, rev,
  told_rev AS toldRev, told_batch AS toldBatch, told_at AS toldAt, told_what AS toldWhat`

function toRecipient(row: RecipientRow): Recipient {
  const { wantsMails, toldRev, toldBatch, toldAt, toldWhat, ...recipient } = row
  const since = toldAt === null || toldWhat === null ? null : { at: toldAt, what: toldWhat }
  return {
    ...recipient,
    wantsMails: wantsMails !== 0,
    told: { rev: toldRev, batch: toldBatch, since },
  }
}

/** How far clubs were told about their orders. */
export function openTellings(
  { prepare }: Connection,
  { search, topics, lines }: { search: EntrySearch; topics: Topics; lines: Lines },
) {
  const changed = prepare<{ accountId: string; changedAt: number }, []>(
    `SELECT account_id AS accountId, changed_at AS changedAt FROM carts
     WHERE changed_at IS NOT NULL AND account_id NOT IN
       (SELECT account_id FROM outbox WHERE state = 'waiting' AND account_id IS NOT NULL)`,
  )
  const setUnchanged = prepare('UPDATE carts SET changed_at = NULL WHERE account_id = ?')
  const one = prepare<RecipientRow, [string]>(
    `SELECT ${COLUMNS} FROM carts JOIN accounts ON accounts.id = account_id WHERE account_id = ?`,
  )
  const setTold = prepare(
    'UPDATE carts SET told_rev = ?, told_batch = ?, told_at = ?, told_what = ? WHERE account_id = ? AND told_rev <= ?',
  )

  return {
    /** The clubs for which others changed something since they were told, and for which no mail waits. */
    changed: () => changed.all(),
    /** What to tell a club now: what changed until then is no news any more. Belongs in a write. */
    take(accountId: string, now: number, { isMuted = false } = {}) {
      const row = one.get(accountId)
      if (!row) return null
      setUnchanged.run(accountId)
      const club = toRecipient(row)
      const entries = search.readableSince(accountId, club.told.batch)
      const isNeeded = entries.some(({ kind }) => kind === 'line_restored')
      const cart = isNeeded ? topics.cartOf(accountId) : null
      const live = cart ? lines.ofCart(cart.id) : []
      const shown = new Map(live.map((line) => [line.id, asShown(line)]))
      const wantsMails = club.wantsMails && !isMuted
      return tellingOf({ ...club, wantsMails }, entries, shown, now)
    },
    /** Belongs in a write. A club never counts as told less than before. */
    setTold(accountId: string, { rev, batch, since }: Told): void {
      setTold.run(rev, batch, since?.at ?? null, since?.what ?? null, accountId, rev)
    },
  }
}

export type Tellings = ReturnType<typeof openTellings>
