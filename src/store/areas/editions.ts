import type { Demand, EditionName } from '#src/contract/editions.ts'
import type { ClubId } from '#src/contract/ids.ts'
import { inListOrder, inNameOrder } from '#src/contract/list-order.ts'
import { pick } from '#src/contract/pick.ts'
import { editionNameTaken, otherEdition } from '#src/rules/editions.ts'
import { editionRenamedEntry } from '#src/rules/entries.ts'
import { nameKey } from '#src/rules/names.ts'
import type { EditionOrders, EditionStore } from '../port.ts'
import type { Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { toLine } from './lines.ts'
import { liveLines, ownedCarts, whoAsks } from './owned-carts.ts'

/** Throws `changed_meanwhile` if the asked edition is not the current one. */
export function* checkCurrent(
  { editions }: Tables,
  current: EditionName,
  asked: string,
): Work<void> {
  if (asked === current._id) return
  throw otherEdition(current, (yield* ask(editions.find(asked)))?.name ?? null)
}

/** Throws `name_taken` if another edition than `ownId` has the name. */
export function* checkEditionName(
  { editions }: Tables,
  name: string,
  ownId: string | null,
): Work<void> {
  const namesake = yield* ask(editions.named(nameKey(name)))
  if (namesake && namesake._id !== ownId) throw editionNameTaken(namesake.name)
}

/** The sum of the revisions of `ordering` and of the order of a club, or of all. */
function* revOf({ topics }: Tables, clubId?: ClubId): Work<number> {
  if (clubId === undefined) return yield* ask(topics.rev('ordering', 'carts'))
  return (yield* ask(topics.rev('ordering'))) + ((yield* ask(topics.orderRev(clubId))) ?? 0)
}

/** The orders of the current edition, of one club or of all. */
function* presentOrders(tables: Tables, clubId?: ClubId): Work<EditionOrders['clubs']> {
  const owned = yield* ownedCarts(tables, (cart) => clubId === undefined || cart.clubId === clubId)
  const linesOf = yield* liveLines(tables, clubId === undefined ? undefined : [...owned.keys()])
  return [...owned].map(([id, owner]) => ({
    ...pick(whoAsks(owner), ['user_id', 'clubName', 'cordName']),
    lines: linesOf(id).map(toLine),
  }))
}

/** The area `editions`, but for `end`. */
export function openEditions({ read, write }: Database): Omit<EditionStore, 'end'> {
  return {
    list: (clubId) =>
      read(function* (tables) {
        const { carts, editions } = tables
        const sizes = [...(yield* ask(carts.sizes()))]
        const past = yield* ask(editions.pastCounts(clubId))
        const all = yield* ask(editions.all())
        const present = sizes.flatMap(([id, lines]) =>
          clubId === undefined || id === clubId ? { edition: all[0]?._id, lines } : [],
        )
        const counts = Map.groupBy(
          [...present, ...past].filter(({ lines }) => lines > 0),
          ({ edition }) => edition,
        )
        const rows = all.flatMap((edition) => {
          const clubs = counts.get(edition._id) ?? []
          if (edition.endedAt !== null && clubId !== undefined && clubs.length === 0) return []
          const lines = clubs.reduce((sum, cart) => sum + cart.lines, 0)
          return { ...edition, clubs: clubs.length, lines }
        })
        return { rev: yield* revOf(tables, clubId), rows }
      }),
    read: (id, clubId) =>
      read(function* (tables) {
        const edition = yield* ask(tables.editions.find(id))
        if (!edition) return null
        const isPast = edition.endedAt !== null
        const clubs = isPast
          ? yield* ask(tables.editions.pastOrders(id, clubId))
          : yield* presentOrders(tables, clubId)
        // A club that reads its own order of the current edition reads that it is empty.
        const shown = clubs.filter(
          ({ lines }) => lines.length > 0 || (clubId !== undefined && !isPast),
        )
        if (clubId !== undefined && shown.length === 0) return null
        const rows = { edition, clubs: inNameOrder(shown, ({ clubName }) => clubName) }
        return { rev: yield* revOf(tables, clubId), rows }
      }),
    demand: () =>
      read(function* ({ editions, items, topics }) {
        const order = (yield* ask(editions.all())).map(({ _id }) => _id)
        const [current = ''] = order
        const names = new Map((yield* ask(items.all())).map((item) => [item._id, item.itemName]))
        const found = (yield* ask(editions.demand())).map((row): Demand => ({
          ...row,
          edition: row.edition ?? current,
          itemName: names.get(row.item_id) ?? '',
        }))
        const byEdition = Map.groupBy(found, ({ edition }) => edition)
        const rows = order.flatMap((id) => inListOrder(byEdition.get(id) ?? []))
        return { rev: yield* ask(topics.rev('inventory', 'carts', 'ordering')), rows }
      }),
    rename: (name, actorId, now) =>
      write(function* (tables) {
        const { ordering, editions, entries } = tables
        const { edition } = (yield* ask(ordering.read())).ordering
        if (edition.name === name) return { value: edition }
        yield* checkEditionName(tables, name, edition._id)
        yield* ask(editions.rename(edition._id, name))
        const made = [editionRenamedEntry(edition.name, name)]
        const batch = yield* ask(entries.add({ by: actorId, at: now, entries: made }))
        return { value: { ...edition, name }, batch }
      }),
  }
}
