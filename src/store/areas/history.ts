import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import { isRole } from '#src/contract/statuses.ts'
import type { Entry, HistoryFilter, HistoryStore, ListedEntry } from '../port.ts'
import {
  batchOf,
  entryId,
  lastEntryId,
  MOST_ENTRIES,
  numberedAnew,
  placeOf,
} from '../shared/entry-ids.ts'
import { REMARKED, usedRemarks } from '../shared/used-remarks.ts'
import type { Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { readAuthors, toAuthor } from './authors.ts'
import { ownedCarts } from './owned-carts.ts'

/** Suggestions are the remarks of so many newest entries. */
const MOST_REMARKED = 2_000
/** The newest turns of ordering, of which a list of turns is a part. */
const MOST_TURNS = 1_000

const NOTHING = { entries: [], next: null }

const present = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** A batch has one entry for each row. */
const keyOf = (batch: string | null, { lineId, itemId }: Entry): string =>
  `${batch} ${lineId ?? itemId}`

/** Whether the club of a line reads nothing of an entry. */
const isHidden = ({ kind, told }: Entry): boolean =>
  kind === 'line_decided' && told !== null && Object.keys(told).length === 0

/** Adds the present names, and what was taken back. */
function* named(tables: Tables, found: readonly Entry[]): Work<ListedEntry[]> {
  const undoing = yield* ask(tables.entries.undoing(found))
  const undone = new Map(undoing.map((entry) => [keyOf(entry.undoes, entry), entry]))
  const items = yield* ask(tables.items.find(present(found.map(({ itemId }) => itemId))))
  const itemNames = new Map(items.map(({ _id, itemName }) => [_id, itemName]))
  const asked = yield* ask(tables.lines.asked(present(found.map(({ lineId }) => lineId))))
  const lines = new Map(asked.map((line) => [line._id, line]))
  const clubIds = new Set(found.map(({ clubId }) => clubId))
  const owned = (yield* ownedCarts(tables, ({ clubId }) => clubIds.has(clubId))).values()
  const clubs = new Map(owned.map((club) => [club.cart.clubId, club]))
  const authorOf = yield* readAuthors(
    tables,
    [...found, ...undoing].flatMap(({ by, personId }) => [by, personId]),
  )
  return found.map((entry) => {
    const line = lines.get(entry.lineId ?? '')
    const club = entry.clubId === null ? undefined : clubs.get(entry.clubId)
    const taking = undone.get(keyOf(entry.batch, entry))
    return {
      ...entry,
      author: authorOf(entry.by),
      person: authorOf(entry.personId),
      clubName: club?.clubName ?? null,
      clubEmail: club?.people[0]?.email ?? null,
      itemName: itemNames.get(entry.itemId ?? '') ?? line?.ownName ?? null,
      ordered: line?.ordered_quantity ?? null,
      undone: taking
        ? {
            ...pick(taking, ['at', 'by', 'asClub', 'batch']),
            author: authorOf(taking.by),
            isHidden: isHidden(taking),
          }
        : null,
    }
  })
}

/**
 * The id before which a page starts. An unknown one starts at the newest entry. An id that a club read has a number of its own: its page starts
 * before the whole batch, or, as it reads on in a batch, before its own entry of that number.
 */
function* startOf(
  { entries }: Tables,
  filter: HistoryFilter,
  before: string | undefined,
): Work<string | undefined> {
  if (before === undefined) return undefined
  const batch = batchOf(before)
  const known = yield* ask(entries.find({ filter: { batch } }, 1))
  if (known.entries.length === 0) return undefined
  if (filter.readableBy === undefined || before === lastEntryId(batch)) return before
  if (filter.batch !== batch) return batch
  const own = yield* ask(entries.find({ filter }, MOST_ENTRIES))
  return own.entries.toReversed()[placeOf(before)]?.id ?? batch
}

/** Whether this club may not read of this line. To look for its entries would cost as much as it has of them. */
function* isForeign({ entries }: Tables, { line, readableBy }: HistoryFilter): Work<boolean> {
  if (line === undefined || readableBy === undefined) return false
  const newest = yield* ask(entries.find({ filter: { line } }, 1))
  return newest.entries[0]?.clubId !== readableBy
}

/** The area `history`, but for `undo`. */
export const openHistory = ({ read }: Database): Omit<HistoryStore, 'undo'> => ({
  list: ({ filter, before, limit }) =>
    read(function* (tables) {
      const { entries, editions } = tables
      const { readableBy, edition } = filter
      const isOfClub = readableBy !== undefined
      const span = edition === undefined ? {} : yield* ask(editions.span(edition))
      if (!span || (yield* isForeign(tables, filter))) return NOTHING
      const start = yield* startOf(tables, filter, before)
      const [first] = [start, span.before].filter((id) => id !== undefined).toSorted()
      const found = yield* ask(entries.find({ filter, after: span.after, before: first }, limit))
      const page = found.entries
      const last = page.at(-1)
      if (!last) {
        const next = isOfClub && found.end !== null ? lastEntryId(batchOf(found.end)) : found.end
        return { entries: [], next }
      }
      // The rest of the batch under way.
      const ofLast = () => page.filter(({ batch }) => batch === last.batch).length
      const room = limits.listedOfChange - ofLast()
      const rest = { filter, after: last.batch }
      if (room > 0)
        page.push(...(yield* ask(entries.find({ ...rest, before: last.id }, room))).entries)
      const isCut = ofLast() >= limits.listedOfChange
      const more = isCut ? yield* ask(entries.count({ ...rest, before: page.at(-1)?.id })) : 0
      const listed = yield* named(tables, page)
      const lastShown = listed.at(-1)
      if (lastShown && more > 0) lastShown.more = more
      const shown = isOfClub ? numberedAnew(listed) : listed
      if (more > 0 && filter.batch !== undefined)
        return { entries: shown, next: shown.at(-1)?.id ?? null }
      const older = yield* ask(entries.find({ filter, after: span.after, before: last.batch }, 1))
      const hasMore = older.entries.length > 0 || older.end !== null
      return { entries: shown, next: hasMore ? entryId(last.batch, 0) : null }
    }),
  listPeople: () =>
    read(function* ({ accounts, entries }) {
      const makers = new Set(yield* ask(entries.makers()))
      const people = (yield* ask(accounts.all())).filter(({ id }) => makers.has(id))
      return people
        .map(toAuthor)
        .flatMap(({ access, ...person }) => (isRole(access) ? [{ ...person, access }] : []))
        .toSorted((a, b) => (a.name < b.name || (a.name === b.name && a.id < b.id) ? -1 : 1))
    }),
  listTurns: ({ from, to }) =>
    read(function* (tables) {
      const filter = { kinds: ['ordering_turned'] } as const
      const { entries } = yield* ask(tables.entries.find({ filter }, MOST_TURNS))
      const turns = entries.filter(({ at }) => at < to)
      const before = turns.findIndex(({ at }) => at < from)
      const asked = turns.slice(0, before === -1 ? turns.length : before + 1)
      return yield* named(tables, asked.toReversed())
    }),
  listRemarks: (since, limit) =>
    read(function* ({ entries }) {
      const found = yield* ask(entries.find({ filter: { kinds: REMARKED } }, MOST_REMARKED))
      return usedRemarks(found.entries, since, limit)
    }),
})
