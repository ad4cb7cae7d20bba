import type { EditionName, Ended, Leftovers } from '#src/contract/editions.ts'
import {
  checkShelf,
  decisionsAreHeld,
  editionHasEnded,
  endedOrdering,
  nextHasLines,
} from '#src/rules/editions.ts'
import {
  editionEndedEntry,
  heldEntry,
  type NewEntry,
  orderingEntries,
  turnedEntry,
} from '#src/rules/entries.ts'
import { cannotUndo, shelfText } from '#src/rules/undo.ts'
import { dueTimes, orderingAt } from '#src/rules/window.ts'
import type { EditionStore, Nudge } from '../port.ts'
import { checkBatch, entryId } from '../shared/entry-ids.ts'
import { LINE_TABLE, PAST_LINE_TABLE } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Digests } from './digests.ts'
import type { Parts } from './parts.ts'
import { WHO } from './speaker.ts'
import type { CartRow } from './topics.ts'

const { known: _known, ...KEPT } = LINE_TABLE
/** What a line keeps as it goes from one table to the other. */
const KEPT_COLUMNS = Object.values(KEPT)
const PAST_COLUMNS = Object.values(PAST_LINE_TABLE)

/** The lines of the edition that ends with units that are given and not handed over. */
const LEFT_OVER = `FROM lines l JOIN carts c ON c.id = l.cart_id
  WHERE l.deleted_at IS NULL AND l.allotted_quantity > l.delivered_quantity`
const UNITS = 'l.allotted_quantity - l.delivered_quantity'

/**
 * Ends an edition, and takes the ending back. Statements for all rows at once, because everything else waits meanwhile: rows that go through
 * JavaScript would take ten times as long.
 */
export function openEnding(
  { prepare, write }: Connection,
  { topics, lines, ordering, editions, entries, keys }: Parts,
  digests: Digests,
) {
  const returned = prepare<{ id: string; left: number; units: number }, []>(
    `SELECT l.item_id AS id, (SELECT quantity FROM items WHERE id = l.item_id) AS left, sum(${UNITS}) AS units
     ${LEFT_OVER} AND l.item_id IS NOT NULL GROUP BY l.item_id`,
  )
  const countLeftOver = prepare<{ lines: number }, []>(`SELECT count(*) AS lines ${LEFT_OVER}`)
  const insertEntries = prepare(
    `INSERT INTO entries (batch, place, kind, account_id, line_id, units, changes, reason)
     SELECT $batch, row_number() OVER (ORDER BY l.cart_id, l.id) - 1, 'edition_ended', c.account_id, l.id,
       iif($isReturned, -(${UNITS}), 0),
       iif($isReturned, '{}',
         json_object('delivered_quantity', json_array(l.delivered_quantity, l.allotted_quantity))), '' ${LEFT_OVER}`,
  )
  const putBack = prepare('UPDATE items SET quantity = quantity + ?, rev = rev + 1 WHERE id = ?')
  const keepCarts = prepare(
    `INSERT INTO past_carts (id, edition_id, account_id, club_name, cord_name)
     SELECT c.id, ?, k.id, k.name, coalesce(a.cord_name, '') FROM carts c ${WHO}
     WHERE c.id IN (SELECT cart_id FROM lines)`,
  )
  const keepLines = prepare(
    `INSERT INTO past_lines (${PAST_COLUMNS.join()})
     SELECT ${KEPT_COLUMNS.map((column) =>
       column === 'delivered_quantity'
         ? `iif($isReturned OR l.deleted_at IS NOT NULL, l.delivered_quantity, l.allotted_quantity)`
         : `l.${column}`,
     ).join()}, iif(l.deleted_at IS NULL, i.name, NULL), iif(l.deleted_at IS NULL, coalesce(i.unit, ''), '')
     FROM lines l LEFT JOIN items i ON i.id = l.item_id`,
  )
  const emptyLines = prepare('DELETE FROM lines')
  const cartsNow = prepare<CartRow & { lines: number }, []>(
    `SELECT id, account_id AS accountId, rev,
       (SELECT count(*) FROM lines WHERE cart_id = carts.id AND deleted_at IS NULL) AS lines FROM carts`,
  )
  const renewCart = prepare('UPDATE carts SET id = ? WHERE account_id = ?')
  const forgetNumbers = prepare(
    "UPDATE accounts SET mobile = '' WHERE disabled = 1 AND mobile <> ''",
  )
  const end = prepare('UPDATE editions SET ended_at = ?, ended_batch = ? WHERE id = ?')

  /** Moves the orders of these carts. */
  function moveOrders(carts: readonly CartRow[]): Nudge[] {
    return carts.length === 0 ? [] : [...carts.map(topics.moveOrders), topics.move('carts')]
  }

  /** Gives every club a new cart, and leaves the lines to the edition. Answers the carts that had lines. */
  function keepOrders(edition: EditionName, isReturned: boolean): (CartRow & { lines: number })[] {
    const carts = cartsNow.all()
    keepCarts.run(edition._id)
    keepLines.run({ isReturned })
    emptyLines.run()
    return carts.flatMap((cart) => {
      const id = Bun.randomUUIDv7()
      renewCart.run(id, cart.accountId)
      return cart.lines > 0 ? { ...cart, id } : []
    })
  }

  /** Closes ordering and takes its times away, as changes of their own. */
  function closeOrdering(by: string, now: number): void {
    const stored = ordering.read().ordering
    const add = (author: string | null, made: readonly NewEntry[]) =>
      entries.add({ by: author, at: now, entries: made })
    for (const { isOpen } of dueTimes(stored, now)) add(null, [turnedEntry(isOpen)])
    const before = orderingAt(stored, now)
    const after = endedOrdering(before, now)
    add(by, [
      ...orderingEntries(before, after),
      ...(before.decisionsHeld ? [heldEntry(false)] : []),
    ])
    ordering.set(after)
  }

  /** Puts the units back on their shelves. Answers how many of stock items there were. */
  function returnUnits(): number {
    const shelves = returned.all()
    for (const { left, units } of shelves) checkShelf(left, units)
    for (const { id, units } of shelves) putBack.run(units, id)
    return shelves.reduce((sum, { units }) => sum + units, 0)
  }

  function endEdition(
    edition: EditionName,
    next: string,
    { leftovers, by, now }: { leftovers: Leftovers; by: string; now: number },
  ): { batch: string; next: EditionName; ended: Ended; moved: Nudge[] } {
    closeOrdering(by, now)
    const isReturned = leftovers === 'shelf'
    const { lines: moving } = countLeftOver.get() ?? { lines: 0 }
    checkBatch({ length: moving + 1 })
    const batch = entries.begin({ by, at: now })
    insertEntries.run({ batch: batch.seq, isReturned })
    // A page of the history begins with the newest entries of a change, so this one comes last.
    entries.insert(batch.seq, moving, editionEndedEntry(edition.name, next, leftovers))
    const unitsReturned = isReturned ? returnUnits() : 0
    const carts = keepOrders(edition, isReturned)
    end.run(now, batch.id, edition._id)
    const ended = {
      clubs: carts.length,
      lines: carts.reduce((sum, cart) => sum + cart.lines, 0),
      unitsReturned,
    }
    const moved = [topics.move('ordering'), ...moveOrders(carts)]
    if (unitsReturned > 0) moved.push(topics.move('inventory'))
    if (forgetNumbers.run().changes > 0) moved.push(topics.move('people'))
    return { batch: batch.id, next: editions.begin(next, now), ended, moved }
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
    write(() =>
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
     WHERE id = (SELECT account_id FROM carts WHERE id = (SELECT cart_id FROM lines LIMIT 1))`,
  )
  const OF_LINES = 'FROM entries e JOIN past_lines p ON p.id = e.line_id WHERE e.batch = ?'
  const needed = prepare<
    { id: string; itemName: string; left: number; units: number; place: number },
    [number]
  >(
    `SELECT i.id, i.name AS itemName, i.quantity AS left, -sum(e.units) AS units, min(e.place) AS place
     FROM entries e JOIN past_lines p ON p.id = e.line_id JOIN items i ON i.id = p.item_id
     WHERE e.batch = ? AND e.units <> 0 GROUP BY i.id`,
  )
  const seqOf = prepare<{ seq: number }, [string]>('SELECT seq FROM batches WHERE id = ?')
  const reverseEntries = prepare(
    `INSERT INTO entries (batch, place, kind, account_id, line_id, units, changes, reason)
     SELECT $own, e.place, e.kind, e.account_id, e.line_id, -e.units,
       iif(e.changes = '{}', '{}', json_object('delivered_quantity', json_array(
         json_extract(e.changes, '$.delivered_quantity[1]'), json_extract(e.changes, '$.delivered_quantity[0]')))), ''
     FROM entries e WHERE e.batch = $batch AND e.line_id IS NOT NULL`,
  )
  const placeOfEdition = prepare<{ place: number }, [number]>(
    'SELECT place FROM entries WHERE batch = ? AND line_id IS NULL',
  )
  const restoreDelivered = prepare(
    `UPDATE past_lines SET delivered_quantity = s.was FROM (
       SELECT e.line_id, json_extract(e.changes, '$.delivered_quantity[0]') AS was ${OF_LINES} AND e.changes <> '{}') s
     WHERE id = s.line_id`,
  )
  const removeEdition = prepare('DELETE FROM editions WHERE id = ?')
  const beginAgain = prepare('UPDATE editions SET ended_at = NULL, ended_batch = NULL WHERE id = ?')
  const restoreCart = prepare('UPDATE carts SET id = ? WHERE account_id = ?')
  const cartsThen = prepare<{ id: string; accountId: string; lines: number }, [string]>(
    `SELECT id, account_id AS accountId,
       (SELECT count(*) FROM past_lines WHERE cart_id = past_carts.id AND deleted_at IS NULL) AS lines
     FROM past_carts WHERE edition_id = ?`,
  )
  const OF_EDITION = 'WHERE cart_id IN (SELECT id FROM past_carts WHERE edition_id = ?)'
  const restoreLines = prepare(
    `INSERT INTO lines (${KEPT_COLUMNS.join()}) SELECT ${KEPT_COLUMNS.join()} FROM past_lines ${OF_EDITION}`,
  )
  const removePastLines = prepare(`DELETE FROM past_lines ${OF_EDITION}`)
  const removePastCarts = prepare('DELETE FROM past_carts WHERE edition_id = ?')

  /** Takes the units off the shelves again. Throws `cannot_undo` if one has too few. */
  function takeUnits(batch: string, seq: number): boolean {
    const shelves = needed.all(seq)
    const missing = shelves.filter(({ left, units }) => left < units)
    if (missing.length > 0)
      throw cannotUndo(
        missing.map(({ itemName, left, units, place }) => ({
          path: `entries.${entryId(batch, place)}`,
          msg: shelfText(left, itemName, units),
        })),
      )
    for (const { id, units } of shelves) putBack.run(-units, id)
    return shelves.length > 0
  }

  /** Brings lines and carts of an edition back. Answers the carts that have lines. */
  function restoreOrders(edition: EditionName): CartRow[] {
    const then = cartsThen.all(edition._id)
    for (const { id, accountId } of then) restoreCart.run(id, accountId)
    restoreLines.run(edition._id)
    removePastLines.run(edition._id)
    removePastCarts.run(edition._id)
    return then.flatMap(({ id, lines: count }) => (count > 0 ? (topics.cart(id) ?? []) : []))
  }

  return {
    end: method,
    /**
     * Takes the ending of an edition back: the batch that this number and id name. Throws `cannot_undo` if another edition has ended since, a
     * club had a line in the next one, or a shelf has too few units. Belongs in a write.
     */
    takeBack(
      undoes: string,
      { by, now }: { by: string; now: number },
    ): { batch: string; moved: Nudge[] } {
      const later = endedLater.get(undoes)
      if (later) throw editionHasEnded(later.name)
      const edition = endedBy.get(undoes)
      const seq = seqOf.get(undoes)?.seq ?? 0
      const own = placeOfEdition.get(seq)
      if (!edition || !own) throw new Error('The edition of an ending is missing.')
      const { edition: next } = ordering.read().ordering
      const club = clubWithLines.get()
      if (club) throw nextHasLines(next.name, club.clubName)

      const hasUnits = takeUnits(undoes, seq)
      const batch = entries.begin({ by, at: now, undoes })
      reverseEntries.run({ own: batch.seq, batch: seq })
      entries.insert(batch.seq, own.place, editionEndedEntry(next.name, edition.name))
      restoreDelivered.run(seq)
      const carts = restoreOrders(edition)
      removeEdition.run(next._id)
      beginAgain.run(edition._id)
      const moved = [topics.move('ordering'), ...moveOrders(carts)]
      if (hasUnits) moved.push(topics.move('inventory'))
      return { batch: batch.id, moved }
    },
  }
}

export type Ending = ReturnType<typeof openEnding>
