import type { ClubId } from '#src/contract/ids.ts'
import type { Line } from '#src/contract/line.ts'
import {
  type ChangedLine,
  type Reader,
  readyIn,
  type Said,
  type Since,
  toDigest,
  type ToldReader,
  toldReaders,
} from '#src/rules/digest.ts'
import type { Changes } from '#src/rules/entries.ts'
import { type Known, SEEN_FIELDS, type SeenLine, seenOf } from '#src/rules/known.ts'
import { columnsOf, LINE_TABLE } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'
import { fromJson, ITEM_NAME, read, type Stored, toJson } from './lines.ts'

type ClubRow = {
  clubId: ClubId
  cartId: string
  clubName: string
  changedAt: number
  changedBatch: string
  knownSince: string | null
}
type ChangedRow = SeenLine &
  Pick<Line, '_id' | 'itemName' | 'announced'> & {
    known: Known
    isDeleted: number
    why: string | null
  }

const toChangedLine = (line: ChangedRow): ChangedLine => ({
  lineId: line._id,
  itemName: line.itemName,
  known: line.known,
  seen: seenOf(line),
  isDeleted: line.isDeleted !== 0,
  reason: line.why ?? '',
})

/** What clubs know of their orders, for the mails about them. */
export function openDigests({ prepare }: Connection, { lines, ordering, mails }: Parts) {
  const next = prepare<ClubRow, []>(
    `SELECT club_id AS clubId, carts.id AS cartId, name AS clubName, changed_at AS changedAt, changed_batch AS changedBatch,
       known_since AS knownSince
     FROM carts JOIN clubs ON clubs.id = club_id
     WHERE changed_at IS NOT NULL ORDER BY changed_at LIMIT 1`,
  )
  const readersOf = prepare<Reader, [ClubId]>(
    `SELECT id AS personId, email, joined_at AS joinedAt FROM accounts
     WHERE club_id = ? AND order_mails AND NOT disabled ORDER BY joined_at, id`,
  )
  const changedLines = prepare<Stored<ChangedRow>, [string]>(
    `SELECT ${columnsOf(LINE_TABLE, ['_id', 'announced', 'known', ...SEEN_FIELDS], 'l')}, ${ITEM_NAME} AS itemName,
       l.deleted IS NOT NULL AS isDeleted, l.deleted ->> 'why' AS why
     FROM lines l WHERE l.cart_id = ? AND l.known IS NOT NULL`,
  )
  const said = prepare<Omit<Said, 'changes'> & { changes: string }, [ClubId, string]>(
    `SELECT kind, line_id AS lineId, reason, changes, undoes FROM entries JOIN batches ON seq = batch
     WHERE club_id = ? AND batch >= (SELECT seq FROM batches WHERE id = ?)
       AND (kind IN ('announced', 'handed_over') OR kind = 'line_decided' AND told IS NOT '{}')
       AND (reason <> '' OR undoes IS NOT NULL OR kind = 'announced')
     ORDER BY batch, place`,
  )
  const forget = prepare('UPDATE lines SET known = NULL WHERE cart_id = ? AND known IS NOT NULL')
  const setKnown = prepare(
    'UPDATE carts SET changed_at = NULL, changed_batch = NULL, known_since = ? WHERE id = ?',
  )

  const saidTo = ({ clubId, changedBatch }: ClubRow): Said[] =>
    said
      .all(clubId, changedBatch)
      .map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) as Changes }))

  /** What the mails to a club tell, one for each of its people who wants them; none if nothing is left to tell. */
  function take(
    club: ClubRow,
    { now, isEnding = false }: { now: number; isEnding?: boolean },
  ): ToldReader[] {
    const { clubId, cartId, clubName } = club
    const readers = readersOf.all(clubId)
    const changed = changedLines.all(cartId).map((row) => toChangedLine(read<ChangedRow>(row)))
    if (!isEnding) forget.run(cartId)
    const since = fromJson<Since>(club.knownSince)
    const ready = isEnding ? {} : readyIn(lines.ofCart(cartId), ordering.read().ordering)
    const mail = { clubId, clubName, at: now, since, ...ready }
    const digest = readers.length > 0 ? toDigest(mail, changed, saidTo(club)) : null
    const known: Since | null = digest ? { at: now, what: 'mail' } : since
    setKnown.run(toJson(readers.length > 0 ? known : null), cartId)
    return toldReaders(readers, digest)
  }

  return {
    /** The club whose order others changed first, of those that no mail has told of it. */
    next: (): ClubRow | null => next.get(),
    /**
     * From now on the club knows what it sees; `isMailed`: one mail for each of its people who wants them tells it. `isEnding`: its edition ends,
     * so nothing stays ready. Belongs in a write.
     */
    tell(
      club: ClubRow,
      { isMailed, ...at }: { isMailed: boolean; now: number; isEnding?: boolean },
    ): void {
      const told = take(club, at)
      if (!isMailed) return
      for (const { email, ...about } of told) mails.queue(email, 'order_changed', at.now, about)
    },
  }
}

export type Digests = ReturnType<typeof openDigests>
