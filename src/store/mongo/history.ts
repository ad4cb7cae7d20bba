import { limits } from '#src/contract/limits.ts'
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
import { MOST_LOOKED_AT, MOST_REMARKED, MOST_TURNS } from '../shared/history-limits.ts'
import { REMARKED, usedRemarks } from '../shared/used-remarks.ts'
import type { Connection } from './connection.ts'
import { documentsOf, type EntryQuery, entryStages, inBatch } from './entry-documents.ts'
import { openEntrySearch, present, queryOf } from './entry-search.ts'

/**
 * The area `history`, but for `undo`. Entries never change and those of a batch appear together, so a page needs no snapshot: its names are
 * read at once.
 */
export function openHistory(connection: Connection): Omit<HistoryStore, 'undo'> {
  const { run, settled } = connection
  const { authorsOf, listed } = openEntrySearch(connection)
  const { carts, editions, entries, pastCarts, removedLines } = settled

  async function clubOfLine(id: string): Promise<string | null> {
    const removed = await removedLines.findOne({ _id: id }, { projection: { cartId: 1 } })
    const ofCart = removed ? { _id: removed.cartId } : { 'lines._id': id }
    const projection = { clubId: 1 }
    const cart =
      (await carts.findOne(ofCart, { projection })) ??
      (await pastCarts.findOne(ofCart, { projection }))
    return cart?.clubId ?? null
  }

  /** The newest entries come first. */
  const newest = (wanted: EntryQuery, limit: number): Promise<Entry[]> =>
    entries.aggregate<Entry>(entryStages(wanted, { isNewestFirst: true, limit })).toArray()

  /** The ids between which the entries of an edition are; `null` for an unknown one. */
  async function spanOf(edition: string): Promise<Pick<EntryQuery, 'after' | 'before'> | null> {
    const own = await editions.findOne({ _id: edition })
    if (!own) return null
    const { endedBatch: end } = own
    const earlier = { endedBatch: end === null ? { $gt: '' } : { $lt: end } }
    const previous = await editions.findOne(earlier, { sort: { endedBatch: -1 } })
    return {
      ...(previous?.endedBatch && { after: lastEntryId(previous.endedBatch) }),
      ...(end !== null && { before: lastEntryId(end) }),
    }
  }

  /**
   * The entry before which a page starts. An unknown id starts at the newest entry. An id that a club read has a number of its own: its page starts
   * before the whole batch, or, as it reads on in a batch, before its own entry of that number.
   */
  async function startOf(
    before: string | undefined,
    filter: HistoryFilter,
  ): Promise<Pick<EntryQuery, 'before'>> {
    if (before === undefined) return {}
    const batch = batchOf(before)
    const known = await entries.findOne(inBatch(batch), { projection: { _id: 1 } })
    if (!known) return {}
    if (filter.readableBy === undefined || before === lastEntryId(batch)) return { before }
    if (filter.batch !== batch) return { before: batch }
    const own = (await newest(queryOf(filter), MOST_ENTRIES)).toReversed()
    return { before: own[placeOf(before)]?.id ?? batch }
  }

  /** How many entries of its batch match before this one. */
  async function countOlder(wanted: EntryQuery, { id, batch }: Entry): Promise<number> {
    const older = entryStages({ ...wanted, after: batch, before: id })
    const [found] = await entries
      .aggregate<{ count: number }>([...older, { $count: 'count' }])
      .toArray()
    return found?.count ?? 0
  }

  /**
   * The id after which a search looks, because before it there would be too many. A filter of one condition finds what it
   * looks at, and one of a line or a batch looks at few; they have no bound.
   */
  async function boundOf(filter: HistoryFilter, start: EntryQuery): Promise<string | null> {
    const { club, item, line, kinds, by, batch, readableBy } = filter
    const conditions = [club, item, kinds, by, readableBy].filter((value) => value !== undefined)
    if (line !== undefined || batch !== undefined || conditions.length < 2) return null
    const rarest: HistoryFilter =
      club !== undefined ? { club } : item !== undefined ? { item } : { kinds: kinds ?? [] }
    const [found] = await entries
      .aggregate<{ _id: string }>([
        { $match: documentsOf({ ...queryOf(rarest), ...start }) },
        { $sort: { _id: -1 } },
        { $skip: MOST_LOOKED_AT },
        { $limit: 1 },
        { $project: { _id: 1 } },
      ])
      .toArray()
    return found ? lastEntryId(batchOf(found._id)) : null
  }

  return {
    list: ({ filter, before, limit }) =>
      run(async () => {
        const { readableBy, line, edition } = filter
        const isOfClub = readableBy !== undefined
        // To look for a line of somebody else would cost as much as that line has entries.
        if (isOfClub && line !== undefined && (await clubOfLine(line)) !== readableBy)
          return { entries: [], next: null }
        const span = edition === undefined ? {} : await spanOf(edition)
        if (!span) return { entries: [], next: null }
        const asked = await startOf(before, filter)
        const ends = [asked.before, span.before].filter((id) => id !== undefined).toSorted()
        const start = ends[0] === undefined ? {} : { before: ends[0] }
        const shown = (found: ListedEntry[]) => (isOfClub ? numberedAnew(found) : found)
        const bound = await boundOf(filter, start)
        const [after] = [bound ?? '', span.after ?? ''].toSorted().toReversed()
        const wanted: EntryQuery = { ...queryOf(filter), ...(after && { after }) }
        const page = await newest({ ...wanted, ...start }, limit)
        const last = page.at(-1)
        if (!last || page.length < limit) return { entries: shown(await listed(page)), next: bound }
        // The rest of the batch under way. The ids of a batch's entries follow its own.
        const ofLast = () => page.filter(({ batch }) => batch === last.batch).length
        const room = limits.listedOfChange - ofLast()
        if (room > 0)
          page.push(...(await newest({ ...wanted, after: last.batch, before: last.id }, room)))
        const isCut = ofLast() >= limits.listedOfChange
        const more = isCut ? await countOlder(wanted, page.at(-1) ?? last) : 0
        const found = await listed(page)
        const lastShown = found.at(-1)
        if (lastShown && more > 0) lastShown.more = more
        const shownPage = shown(found)
        if (more > 0 && filter.batch !== undefined)
          return { entries: shownPage, next: shownPage.at(-1)?.id ?? null }
        const older = await newest({ ...wanted, before: last.batch }, 1)
        const hasMore = older.length > 0 || bound !== null
        return { entries: shownPage, next: hasMore ? entryId(last.batch, 0) : null }
      }),
    listPeople: () =>
      run(async () => {
        const authors = await authorsOf(present(await entries.distinct('by')))
        return [...authors.values()].flatMap(({ access, ...person }) =>
          isRole(access) ? [{ ...person, access }] : [],
        )
      }),
    listTurns: ({ from, to }) =>
      run(async () => {
        const ofEntry = [{ kind: 'ordering_turned' as const }]
        const [before, within] = await Promise.all([
          newest({ ofEntry, ofDocument: { at: { $lt: Math.min(from, to) } } }, 1),
          newest({ ofEntry, ofDocument: { at: { $gte: from, $lt: to } } }, MOST_TURNS),
        ])
        return listed([...before, ...within.toReversed()])
      }),
    listRemarks: (since, limit) =>
      run(async () => {
        const found = await newest({ ofEntry: [{ kind: { $in: [...REMARKED] } }] }, MOST_REMARKED)
        return usedRemarks(found, since, limit)
      }),
  }
}
