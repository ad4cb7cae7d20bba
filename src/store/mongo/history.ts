import type { Filter } from 'mongodb'
import { isRole } from '#src/contract/statuses.ts'
import type { HistoryStore } from '../port.ts'
import { batchOf } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import type { EntryDoc } from './documents.ts'
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

  /** The ids before which a page starts. An unknown id starts at the newest entry. */
  async function startOf(before: string | undefined): Promise<Filter<EntryDoc>> {
    if (before === undefined) return {}
    const known = await entries.findOne({ batch: batchOf(before) }, { projection: { _id: 1 } })
    return known ? { _id: { $lt: before } } : {}
  }

  const sort = { _id: -1 } as const

  return {
    list: ({ filter, before, limit }) =>
      run(async () => {
        const wanted = filterOf(filter)
        const start = await startOf(before)
        const page = await entries.find({ ...wanted, ...start }, { sort, limit }).toArray()
        const last = page.at(-1)
        if (!last || page.length < limit) return { entries: await listed(page), next: null }
        // The ids of a batch's entries follow its own.
        const [rest, older] = await Promise.all([
          entries.find({ ...wanted, _id: { $gt: last.batch, $lt: last._id } }, { sort }).toArray(),
          entries.findOne({ ...wanted, _id: { $lt: last.batch } }, { projection: { _id: 1 } }),
        ])
        const next = older ? (rest.at(-1) ?? last)._id : null
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
          entries.find({ kind, at: { $lt: Math.min(from, to) } }, { sort, limit: 1 }).toArray(),
          entries.find({ kind, at: { $gte: from, $lt: to } }, { sort }).toArray(),
        ])
        return listed([...before, ...within.toReversed()])
      }),
    listRemarks: (since, limit) =>
      run(async () => {
        const found = await entries
          .aggregate<{ _id: string }>([
            {
              $match: {
                at: { $gte: since },
                $or: [
                  { kind: { $in: ['line_decided', 'item_noted'] }, undoes: null },
                  { kind: 'line_deleted' },
                ],
              },
            },
            { $project: { text } },
            { $match: { text: { $gt: '' } } },
            { $group: { _id: '$text', used: { $sum: 1 }, last: { $max: '$_id' } } },
            { $sort: { used: -1, last: -1 } },
            { $limit: limit },
          ])
          .toArray()
        return found.map(({ _id }) => _id)
      }),
  }
}
