import type { Document, Filter } from 'mongodb'
import type { Entry } from '../port.ts'
import { batchOf, lastEntryId, NO_NUMBER, NUMBER_DIGITS } from '../shared/entry-ids.ts'
import type { EntriesDoc } from './documents.ts'

/** The entries of the largest call do not fit into one document, which holds at most 16 MB. */
const MOST_HELD = 1_000
/** How many characters the ids of a batch and of its entries share. */
const SHARED = '00000000-0000-0000-0000-000000000000'.length - NUMBER_DIGITS

/** The documents of entries that come in their order. Entries of one batch share a document. */
export function toEntriesDocs(entries: readonly Entry[]): EntriesDoc[] {
  const docs: EntriesDoc[] = []
  let batchOfLast = ''
  for (const { id, batch, at, by, asClub, undoes, told, personId, units, ...rest } of entries) {
    let last = docs.at(-1)
    if (!last || batch !== batchOfLast || last.entries.length === MOST_HELD) {
      last = { _id: id, at, by, asClub, undoes, entries: [] }
      batchOfLast = batch
      docs.push(last)
    }
    last.entries.push({
      number: id.slice(SHARED),
      ...rest,
      // BSON would keep a negative zero.
      units: units + 0,
      ...(told && { told }),
      ...(personId !== null && { personId }),
    })
  }
  return docs
}

/** Turns documents into their entries. */
const UNWIND: readonly Document[] = [
  { $unwind: '$entries' },
  {
    $replaceWith: {
      $mergeObjects: [
        {
          id: { $concat: [{ $substrBytes: ['$_id', 0, SHARED] }, '$entries.number'] },
          batch: { $concat: [{ $substrBytes: ['$_id', 0, SHARED] }, NO_NUMBER] },
          at: '$at',
          by: '$by',
          asClub: '$asClub',
          undoes: '$undoes',
          told: null,
          personId: null,
        },
        '$entries',
      ],
    },
  },
  { $unset: 'number' },
]

/** A query for the documents of a batch. */
export const inBatch = (batch: string): Filter<EntriesDoc> => ({
  _id: { $gt: batch, $lte: lastEntryId(batch) },
})

/** Which entries to find: those of a batch, after and before these ids, in these documents, that meet all of these conditions. */
export type DocumentQuery = {
  batch?: string | undefined
  after?: string | undefined
  before?: string | undefined
  ofDocument?: Filter<EntriesDoc>
  ofEntry?: readonly Filter<Entry>[]
}

/** The documents that hold such an entry, or are cut by one of the ids. A document has the id of its first entry. */
export const documentsOf = ({
  batch,
  after,
  before,
  ofDocument = {},
  ofEntry = [],
}: DocumentQuery): Filter<EntriesDoc> => ({
  $and: [
    ofDocument,
    batch === undefined ? {} : inBatch(batch),
    after === undefined ? {} : { _id: { $gt: batchOf(after) } },
    before === undefined ? {} : { _id: { $lt: before } },
    ofEntry.length === 0 ? {} : { entries: { $elemMatch: { $and: ofEntry } } },
  ],
})

/** The stages of an aggregation of `EntriesDoc`s that answers entries, the oldest or the newest first, at most `limit`. */
export function entryStages(
  query: DocumentQuery,
  { isNewestFirst = false, limit }: { isNewestFirst?: boolean; limit?: number } = {},
): Document[] {
  const { batch, after, before, ofEntry = [] } = query
  const ids = [
    batch === undefined ? {} : { batch },
    after === undefined ? {} : { id: { $gt: after } },
    before === undefined ? {} : { id: { $lt: before } },
  ]
  return [
    { $match: documentsOf(query) },
    { $sort: { _id: isNewestFirst ? -1 : 1 } },
    // MongoDB would read 4 MB ahead. Each document found has a wanted entry, except one that a bound of ids may cut.
    ...(limit === undefined ? [] : [{ $limit: limit + 1 }]),
    ...(isNewestFirst ? [{ $set: { entries: { $reverseArray: '$entries' } } }] : []),
    ...UNWIND,
    { $match: { $and: [...ids, ...ofEntry] } },
    ...(limit === undefined ? [] : [{ $limit: limit }]),
  ]
}
