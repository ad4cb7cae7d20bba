import type { PersonId } from '#src/contract/ids.ts'
import { pick } from '#src/contract/pick.ts'
import {
  decideEnding,
  decisionsAreHeld,
  editionHasEnded,
  endedOrdering,
  endingTakenBack,
  nextHasLines,
  takenAgain,
} from '#src/rules/editions.ts'
import type { UndoableEntry } from '#src/rules/undo.ts'
import type { EditionStore } from '../port.ts'
import type { Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { answerOnce } from './answers.ts'
import { tellClubs } from './digests.ts'
import { checkCurrent, checkEditionName } from './editions.ts'
import { lookUp } from './items.ts'
import { changeOrdering } from './ordering.ts'
import { ownedCarts, whoAsks } from './owned-carts.ts'

/** The method `editions.end`. */
export const openEnd =
  (db: Database): EditionStore['end'] =>
  ({ edition: asked, next, leftovers, orderMails, toAnswer, ...call }) =>
    answerOnce(
      db,
      call,
      function* (tables) {
        const { accounts, carts, lines, items, ordering, editions, entries } = tables
        const { actorId: by, now } = call
        const { edition } = (yield* ask(ordering.read())).ordering
        yield* checkCurrent(tables, edition, asked)
        yield* checkEditionName(tables, next, null)
        const held = (yield* ask(lines.live('ahead'))).map(({ cartId }) => cartId)
        if (held.length > 0)
          throw decisionsAreHeld({ lines: held.length, clubs: new Set(held).size })
        yield* ask(ordering.lock())
        // A change of its own.
        yield* changeOrdering(tables, by, now, (before) => endedOrdering(before, now))
        const changed = yield* ask(carts.changed())
        yield* tellClubs(tables, changed, { isMailed: orderMails, isEnding: true, now })

        const owned = yield* ownedCarts(tables)
        const left = (yield* ask(lines.live('waiting'))).flatMap((line) => {
          const owner = owned.get(line.cartId)
          return owner ? { ...line, clubId: owner.cart.clubId } : []
        })
        const stock = yield* ask(items.find(left.flatMap(({ item_id }) => item_id ?? [])))
        const about = { edition: edition.name, next, leftovers }
        const decided = decideEnding(left, about, lookUp(stock).leftOf)
        yield* ask(items.take(decided.taken))
        const batch = (yield* ask(entries.add({ by, at: now, entries: decided.entries }))) ?? ''
        const past = [...owned].map(([id, owner]) => ({
          id,
          editionId: edition._id,
          clubId: owner.cart.clubId,
          ...pick(whoAsks(owner), ['clubName', 'cordName']),
        }))
        const kept = yield* ask(editions.keepOrders(past, leftovers))
        yield* ask(editions.end(edition._id, { endedAt: now, endedBatch: batch }))
        const begun = yield* ask(editions.begin(next, now))
        yield* ask(accounts.forgetNumbers())
        const ended = { ...kept, unitsReturned: decided.unitsReturned }
        return { value: toAnswer(batch, begun, ended), batch }
      },
      { isLarge: true },
    )

/**
 * Takes the ending of an edition back, which has these entries. Throws `cannot_undo` if another edition has ended since, a club had a line
 * in the next one, or a shelf has too few units.
 */
export function* takeEndingBack(
  { items, ordering, editions, entries }: Tables,
  undoes: string,
  taken: readonly UndoableEntry[],
  { by, now }: { by: PersonId; now: number },
): Work<string> {
  const later = yield* ask(editions.endedAfter(undoes))
  if (later) throw editionHasEnded(later.name)
  const edition = yield* ask(editions.endedBy(undoes))
  if (!edition) throw new Error('The edition of an ending is missing.')
  const { edition: next } = (yield* ask(ordering.read())).ordering
  const clubName = yield* ask(editions.clubWithLines())
  if (clubName !== null) throw nextHasLines(next.name, clubName)
  yield* ask(ordering.lock())

  const stock = lookUp(yield* ask(items.find(taken.flatMap(({ itemId }) => itemId ?? []))))
  yield* ask(items.take(takenAgain(taken, stock.byId)))
  const made = taken.map((entry) => endingTakenBack(entry, next.name, edition.name))
  const batch = (yield* ask(entries.add({ by, at: now, entries: made, undoes }))) ?? ''
  const handedOver = taken.flatMap(({ lineId, changes }): [string, number][] =>
    lineId !== null && changes.delivered_quantity
      ? [[lineId, Number(changes.delivered_quantity[0])]]
      : [],
  )
  yield* ask(editions.bringBack(edition._id, new Map(handedOver)))
  yield* ask(editions.remove(next._id))
  yield* ask(editions.end(edition._id, { endedAt: null, endedBatch: null }))
  return batch
}
