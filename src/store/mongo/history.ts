import { isRole } from '#src/contract/statuses.ts'
import type { Entry, HistoryFilter, HistoryStore } from '../port.ts'
import { batchOf, lastEntryId, numberedAnew } from '../shared/entry-ids.ts'
import {
  MOST_COMPLETED,
  MOST_LOOKED_AT,
  MOST_REMARKED,
  MOST_TURNS,
} from '../shared/history-limits.ts'
import { REMARKED, usedRemarks } from '../shared/used-remarks.ts'
import type { Connection } from './connection.ts'
import { documentsOf, type EntryQuery, entryStages, inBatch } from './entry-documents.ts'
import { type EntrySearch, present, queryOf } from './entry-search.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The area `history`, but for `undo`. Entries never change and those of a batch appear together, so a page needs no snapshot: its names are
 * read at once.
 */
export function openHistory(
  { run, settled }: Connection,
  { authorsOf, listed }: EntrySearch,
): Omit<HistoryStore, 'undo'> {
  const { carts, entries, removedLines } = settled

  async function clubOfLine(id: string): Promise<string | null> {
    const removed = await removedLines.findOne({ _id: id }, { projection: { cartId: 1 } })
    const ofCart = removed ? { _id: removed.cartId } : { 'lines._id': id }
    const cart = await carts.findOne(ofCart, { projection: { accountId: 1 } })
    return cart?.accountId ?? null
  }

  /** The newest entries come first. */
  const newest = (wanted: EntryQuery, limit: number): Promise<Entry[]> =>
    entries.aggregate<Entry>(entryStages(wanted, { isNewestFirst: true, limit })).toArray()

  /**
   * The entry before which a page starts. An unknown id starts at the newest entry. An id that a club read has a number of its own, so that its
   * page starts before the whole batch.
   */
  async function startOf(
    before: string | undefined,
    isOfClub: boolean,
  ): Promise<Pick<EntryQuery, 'before'>> {
    if (before === undefined) return {}
    const batch = batchOf(before)
    const known = await entries.findOne(inBatch(batch), { projection: { _id: 1 } })
    if (!known) return {}
    return { before: isOfClub && before !== lastEntryId(batch) ? batch : before }
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
        const { readableBy, line } = filter
        const isOfClub = readableBy !== undefined
        // To look for a line of somebody else would cost as much as that line has entries.
        if (isOfClub && line !== undefined && (await clubOfLine(line)) !== readableBy)
          return { entries: [], next: null }
        const start = await startOf(before, isOfClub)
        const shown = async (found: readonly Entry[]) =>
          isOfClub ? numberedAnew(await listed(found)) : listed(found)
        const bound = await boundOf(filter, start)
        const wanted: EntryQuery = { ...queryOf(filter), ...(bound !== null && { after: bound }) }
        const page = await newest({ ...wanted, ...start }, limit)
        const last = page.at(-1)
        if (!last || page.length < limit) return { entries: await shown(page), next: bound }
        // The ids of a batch's entries follow its own.
        const [rest, older] = await Promise.all([
          newest({ ...wanted, after: last.batch, before: last.id }, MOST_COMPLETED),
          newest({ ...wanted, before: last.batch }, 1),
        ])
        const entries = await shown([...page, ...rest])
        const isCut = rest.length === MOST_COMPLETED
        const hasMore = isCut || older.length > 0 || bound !== null
        return { entries, next: hasMore ? (entries.at(-1)?.id ?? null) : null }
      }),
    listPeople: () =>
      run(async () => {
        const authors = await authorsOf(present(await entries.distinct('by')))
        return [...authors.values()]
          .flatMap(({ access, ...person }) => (isRole(access) ? [{ ...person, access }] : []))
          .toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
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
