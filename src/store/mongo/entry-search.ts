import type { ClientSession, Filter } from 'mongodb'
import type { Entry, HistoryFilter } from '../port.ts'
import { batchOf, lastEntryId, MOST_LOOKED_AT } from '../shared/entry-ids.ts'
import type { EntryQuery, Tables } from '../tables.ts'
import type { Collections } from './documents.ts'
import { documentsOf, type DocumentQuery, entryStages } from './entry-documents.ts'

function toDocuments({ filter, after, before }: EntryQuery): DocumentQuery {
  const { club, item, line, kinds, by, batch, readableBy } = filter
  const ofEntry: Filter<Entry>[] = []
  if (line !== undefined) ofEntry.push({ lineId: line })
  if (club !== undefined) ofEntry.push({ clubId: club })
  if (item !== undefined) ofEntry.push({ itemId: item })
  if (kinds !== undefined) ofEntry.push({ kind: { $in: [...kinds] } })
  if (by === 'clock') ofEntry.push({ kind: 'ordering_turned' })
  if (readableBy !== undefined)
    ofEntry.push({
      $or: [
        { clubId: readableBy, lineId: { $gt: '' }, kind: { $ne: 'line_decided' } },
        { clubId: readableBy, kind: 'line_decided', told: { $ne: {} } },
        { kind: 'ordering_turned' },
      ],
    })
  const ofDocument = by === undefined ? {} : { by: by === 'clock' ? null : by }
  return { batch, after, before, ofDocument, ofEntry }
}

/** How entries are found, and counted. */
export function openEntrySearch(
  { entries }: Collections,
  session: ClientSession,
): Pick<Tables['entries'], 'find' | 'count' | 'undoing'> {
  /**
   * The id after which a search looks, because before it there would be too many. A filter of one condition finds what it
   * looks at, and one of a line or a batch looks at few; they have no bound.
   */
  async function boundOf({ filter, ...ids }: EntryQuery): Promise<string | null> {
    const { club, item, line, kinds, by, batch, readableBy } = filter
    const conditions = [club, item, kinds, by, readableBy].filter((value) => value !== undefined)
    if (line !== undefined || batch !== undefined || conditions.length < 2) return null
    const rarest: HistoryFilter =
      club !== undefined ? { club } : item !== undefined ? { item } : { kinds: kinds ?? [] }
    const [found] = await entries
      .aggregate<{ _id: string }>(
        [
          { $match: documentsOf(toDocuments({ filter: rarest, ...ids })) },
          { $sort: { _id: -1 } },
          { $skip: MOST_LOOKED_AT },
          { $limit: 1 },
          { $project: { _id: 1 } },
        ],
        { session },
      )
      .toArray()
    return found ? lastEntryId(batchOf(found._id)) : null
  }

  return {
    async find(query, limit) {
      const end = await boundOf(query)
      const wanted = toDocuments({ ...query, after: end ?? query.after })
      const found = await entries
        .aggregate<Entry>(entryStages(wanted, { isNewestFirst: true, limit }), { session })
        .toArray()
      return { entries: found, end: found.length === limit ? null : end }
    },
    async count(query) {
      const [found] = await entries
        .aggregate<{ count: number }>([...entryStages(toDocuments(query)), { $count: 'count' }], {
          session,
        })
        .toArray()
      return found?.count ?? 0
    },
    undoing(found) {
      const undoes = { $in: [...new Set(found.map(({ batch }) => batch))] }
      const ofEntry = [
        { lineId: { $in: found.map(({ lineId }) => lineId) } },
        { itemId: { $in: found.map(({ itemId }) => itemId) } },
      ]
      return entries
        .aggregate<Entry>(entryStages({ ofDocument: { undoes }, ofEntry }), { session })
        .toArray()
    },
  }
}
