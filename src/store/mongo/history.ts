import type { Filter } from 'mongodb'
import { isRole } from '#src/contract/statuses.ts'
import type { Entry, HistoryStore } from '../port.ts'
import { batchOf, lastEntryId } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import { entryStages } from './entry-documents.ts'
import { type EntrySearch, filterOf, present } from './entry-search.ts'

/** The text that an administrator wrote: a remark, or the reason of a deletion. */
const text = {
  $ifNull: [
    { $arrayElemAt: ['$changes.remarks', 1] },
    { $arrayElemAt: ['$changes.itemRemark', 1] },
    '$reason',
  ],
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The area `history`, but for `undo`. Entries never change and those of a batch appear together, so a page needs no snapshot: its names are
 * read at once.
 */
export function openHistory(
  { run, settled }: Connection,
  { authorsOf, listed }: EntrySearch,
): Omit<HistoryStore, 'undo'> {
  const { entries } = settled

  /** The newest entries of a filter come first. */
  const newest = (wanted: Filter<Entry>, limit?: number): Promise<Entry[]> =>
    entries
      .aggregate<Entry>(
        entryStages(wanted, { isNewestFirst: true, ...(limit !== undefined && { limit }) }),
      )
      .toArray()

  /** The entries before which a page starts. An unknown id starts at the newest entry. */
  async function startOf(before: string | undefined): Promise<Filter<Entry>> {
    if (before === undefined) return {}
    const batch = batchOf(before)
    const ofBatch = { _id: { $gt: batch, $lte: lastEntryId(batch) } }
    const known = await entries.findOne(ofBatch, { projection: { _id: 1 } })
    return known ? { id: { $lt: before } } : {}
  }

  return {
    list: ({ filter, before, limit }) =>
      run(async () => {
        const wanted = filterOf(filter)
        const start = await startOf(before)
        const page = await newest({ $and: [wanted, start] }, limit)
        const last = page.at(-1)
        if (!last || page.length < limit) return { entries: await listed(page), next: null }
        // The ids of a batch's entries follow its own.
        const [rest, older] = await Promise.all([
          newest({ $and: [wanted, { id: { $gt: last.batch, $lt: last.id } }] }),
          newest({ $and: [wanted, { id: { $lt: last.batch } }] }, 1),
        ])
        const next = older.length > 0 ? (rest.at(-1) ?? last).id : null
        return { entries: await listed([...page, ...rest]), next }
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
        const kind = 'ordering_turned'
        const [before, within] = await Promise.all([
          newest({ kind, at: { $lt: Math.min(from, to) } }, 1),
          newest({ kind, at: { $gte: from, $lt: to } }),
        ])
        return listed([...before, ...within.toReversed()])
      }),
    listRemarks: (since, limit) =>
      run(async () => {
        const found = await entries
          .aggregate<{ _id: string }>([
            ...entryStages({
              at: { $gte: since },
              $or: [
                { kind: { $in: ['line_decided', 'item_noted'] }, undoes: null },
                { kind: 'line_deleted' },
              ],
            }),
            { $project: { id: 1, text } },
            { $match: { text: { $gt: '' } } },
            { $group: { _id: '$text', used: { $sum: 1 }, last: { $max: '$id' } } },
            { $sort: { used: -1, last: -1 } },
            { $limit: limit },
          ])
          .toArray()
        return found.map(({ _id }) => _id)
      }),
  }
}
