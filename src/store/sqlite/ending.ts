import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { EditionName, Ended, Leftovers } from '#src/contract/editions.ts'
import {
  decideEnding,
  decisionsAreHeld,
  editionHasEnded,
  endedOrdering,
  endingTakenBack,
  type LeftOver,
  nextHasLines,
  takenAgain,
} from '#src/rules/editions.ts'
import type { UndoableEntry } from '#src/rules/undo.ts'
import type { EditionStore, Nudge } from '../port.ts'
import { columnsOf, LINE_TABLE, PAST_LINE_TABLE } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Digests } from './digests.ts'
import { changeOrdering } from './ordering.ts'
import type { Parts } from './parts.ts'
import { WHO } from './speaker.ts'
import type { CartRow } from './topics.ts'

const { known: _known, ...KEPT } = LINE_TABLE
/** What a line keeps as it goes from one table to the other. */
const KEPT_COLUMNS = Object.values(KEPT)
const PAST_COLUMNS = Object.values(PAST_LINE_TABLE)

/**
 * Ends an edition, and takes the ending back. Lines go from one table to the other by statements for all at once: everything else waits
 * meanwhile.
 */
export function openEnding(
  { prepare, writeLarge }: Connection,
  { topics, items, lines, ordering, editions, entries, keys }: Parts,
  digests: Digests,
) {
  const leftOver = prepare<LeftOver, []>(
    `SELECT ${columnsOf(LINE_TABLE, ['_id', 'item_id', 'allotted_quantity', 'delivered_quantity'], 'l')}, c.club_id AS clubId
     FROM lines l JOIN carts c ON c.id = l.cart_id
     WHERE l.deleted IS NULL AND l.allotted_quantity > l.delivered_quantity`,
  )
  const keepCarts = prepare(
    `INSERT INTO past_carts (id, edition_id, club_id, club_name, cord_name)
     SELECT c.id, ?, k.id, k.name, coalesce(a.cord_name, '') FROM carts c ${WHO}
     WHERE EXISTS (SELECT 1 FROM lines WHERE cart_id = c.id AND deleted IS NULL)
       OR EXISTS (SELECT 1 FROM lines WHERE cart_id = c.id AND deleted IS NOT NULL)`,
  )
  const keepLines = prepare(
    `INSERT INTO past_lines (${PAST_COLUMNS.join()})
     SELECT ${KEPT_COLUMNS.map((column) =>
       column === 'delivered_quantity'
         ? `iif($isReturned OR l.deleted IS NOT NULL, l.delivered_quantity, l.allotted_quantity)`
         : `l.${column}`,
     ).join()}, iif(l.deleted IS NULL, i.name, NULL), iif(l.deleted IS NULL, coalesce(i.unit, ''), '')
     FROM lines l LEFT JOIN items i ON i.id = l.item_id`,
  )
  const emptyLines = prepare('DELETE FROM lines')
  const cartsNow = prepare<CartRow & { lines: number }, []>(
    `SELECT id, club_id AS clubId, rev,
       (SELECT count(*) FROM lines WHERE cart_id = carts.id AND deleted IS NULL) AS lines FROM carts`,
  )
  const renewCart = prepare('UPDATE carts SET id = ? WHERE club_id = ?')
  const forgetNumbers = prepare(
    "UPDATE accounts SET mobile = '' WHERE disabled = 1 AND mobile <> ''",
  )
  const end = prepare('UPDATE editions SET ended_at = ?, ended_batch = ? WHERE id = ?')

  /** Gives every club a new cart, and leaves the lines to the edition. Answers the carts that had lines. */
  function keepOrders(edition: EditionName, isReturned: boolean): (CartRow & { lines: number })[] {
    const carts = cartsNow.all()
    keepCarts.run(edition._id)
    keepLines.run({ isReturned })
    emptyLines.run()
    return carts.flatMap((cart) => {
      const id = Bun.randomUUIDv7()
      renewCart.run(id, cart.clubId)
      return cart.lines > 0 ? { ...cart, id } : []
    })
  }

  /** Takes units off shelves, below zero puts them back. */
  function move(taken: ReadonlyMap<string, number>): void {
    for (const [id, units] of taken) items.take(id, units)
  }

  function endEdition(
    edition: EditionName,
    next: string,
    { leftovers, by, now }: { leftovers: Leftovers; by: PersonId; now: number },
  ): { batch: string; next: EditionName; ended: Ended; moved: Nudge[] } {
    // A change of its own.
    changeOrdering({ ordering, entries }, { by, now }, (before) => endedOrdering(before, now))
    const about = { edition: edition.name, next, leftovers }
    const decided = decideEnding(leftOver.all(), about, items.leftOf)
    const { taken, unitsReturned } = decided
    move(taken)
    const batch = entries.add({ by, at: now, entries: decided.entries }) ?? ''
    const carts = keepOrders(edition, leftovers === 'shelf')
    end.run(now, batch, edition._id)
    const ended = {
      clubs: carts.length,
      lines: carts.reduce((sum, cart) => sum + cart.lines, 0),
      unitsReturned,
    }
    const moved = [topics.move('ordering'), ...topics.moveCarts(carts)]
    if (taken.size > 0) moved.push(topics.move('inventory'))
    if (forgetNumbers.run().changes > 0) moved.push(topics.move('people'))
    return { batch, next: editions.begin(next, now), ended, moved }
  }

  const method: EditionStore['end'] = ({
    edition,
    next,
    leftovers,
    orderMails,
    actorId,
    idempotency,
    toAnswer,
    now,
  }) =>
    writeLarge(() =>
      keys.once(actorId, idempotency, now, () => {
        const current = ordering.read().ordering.edition
        editions.checkCurrent(current, edition)
        editions.checkName(next, null)
        const ahead = lines.ahead()
        if (ahead.length > 0)
          throw decisionsAreHeld({
            lines: ahead.length,
            clubs: new Set(ahead.map(({ cartId }) => cartId)).size,
          })
        for (let club = digests.next(); club; club = digests.next())
          digests.tell(club, { isMailed: orderMails, isEnding: true, now })
        const done = endEdition(current, next, { leftovers, by: actorId, now })
        return { body: toAnswer(done.batch, done.next, done.ended), moved: done.moved }
      }),
    )

  const endedBy = prepare<EditionName, [string]>(
    'SELECT id AS _id, name FROM editions WHERE ended_batch = ?',
  )
  const endedLater = prepare<{ name: string }, [string]>(
    'SELECT name FROM editions WHERE ended_batch > ? ORDER BY ended_batch LIMIT 1',
  )
  const clubWithLines = prepare<{ clubName: string }, []>(
    `SELECT name AS clubName FROM clubs
     WHERE id = (SELECT club_id FROM carts WHERE id = (SELECT cart_id FROM lines LIMIT 1))`,
  )
  const setDelivered = prepare('UPDATE past_lines SET delivered_quantity = ? WHERE id = ?')
  const removeEdition = prepare('DELETE FROM editions WHERE id = ?')
  const beginAgain = prepare('UPDATE editions SET ended_at = NULL, ended_batch = NULL WHERE id = ?')
  const restoreCart = prepare('UPDATE carts SET id = ? WHERE club_id = ?')
  const cartsThen = prepare<{ id: string; clubId: ClubId; lines: number }, [string]>(
    `SELECT id, club_id AS clubId,
       (SELECT count(*) FROM past_lines WHERE cart_id = past_carts.id AND deleted IS NULL) AS lines
     FROM past_carts WHERE edition_id = ?`,
  )
  const OF_EDITION = 'WHERE cart_id IN (SELECT id FROM past_carts WHERE edition_id = ?)'
  const restoreLines = prepare(
    `INSERT INTO lines (${KEPT_COLUMNS.join()}) SELECT ${KEPT_COLUMNS.join()} FROM past_lines ${OF_EDITION}`,
  )
  const removePastLines = prepare(`DELETE FROM past_lines ${OF_EDITION}`)
  const removePastCarts = prepare('DELETE FROM past_carts WHERE edition_id = ?')

  /** Brings lines and carts of an edition back. Answers the carts that have lines. */
  function restoreOrders(edition: EditionName): CartRow[] {
    const then = cartsThen.all(edition._id)
    for (const { id, clubId } of then) restoreCart.run(id, clubId)
    restoreLines.run(edition._id)
    removePastLines.run(edition._id)
    removePastCarts.run(edition._id)
    return then.flatMap(({ id, lines: count }) => (count > 0 ? (topics.cart(id) ?? []) : []))
  }

  return {
    end: method,
    /**
     * Takes the ending of an edition back, which has these entries. Throws `cannot_undo` if another edition has ended since, a club had a line
     * in the next one, or a shelf has too few units. Belongs in a write.
     */
    takeBack(
      undoes: string,
      taken: readonly UndoableEntry[],
      { by, now }: { by: PersonId; now: number },
    ): { batch: string; moved: Nudge[] } {
      const later = endedLater.get(undoes)
      if (later) throw editionHasEnded(later.name)
      const edition = endedBy.get(undoes)
      if (!edition) throw new Error('The edition of an ending is missing.')
      const { edition: next } = ordering.read().ordering
      const club = clubWithLines.get()
      if (club) throw nextHasLines(next.name, club.clubName)

      const units = takenAgain(taken, items.byId)
      move(units)
      const made = taken.map((entry) => endingTakenBack(entry, next.name, edition.name))
      const batch = entries.add({ by, at: now, entries: made, undoes }) ?? ''
      for (const { lineId, changes } of made)
        if (changes.delivered_quantity)
          setDelivered.run(Number(changes.delivered_quantity[1]), lineId)
      const carts = restoreOrders(edition)
      removeEdition.run(next._id)
      beginAgain.run(edition._id)
      const moved = [topics.move('ordering'), ...topics.moveCarts(carts)]
      if (units.size > 0) moved.push(topics.move('inventory'))
      return { batch, moved }
    },
  }
}

export type Ending = ReturnType<typeof openEnding>
