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
  for (const { id, batch, at, by, undoes, told, units, ...rest } of entries) {
    let last = docs.at(-1)
    if (!last || batch !== batchOfLast || last.entries.length === MOST_HELD) {
      last = { _id: id, at, by, undoes, entries: [] }
      batchOfLast = batch
      docs.push(last)
    }
    last.entries.push({
      number: id.slice(SHARED),
      ...rest,
      // BSON would keep a negative zero.
      units: units + 0,
      ...(told && { told }),
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
          undoes: '$undoes',
          told: null,
        },
        '$entries',
      ],
    },
  },
  { $unset: 'number' },
]

/** What a document says of all its entries. */
const OF_DOCUMENT: readonly string[] = ['at', 'by', 'undoes'] satisfies (keyof Entry)[]

/** The ids of the documents that may hold these entries: a document has the id of its first one. */
function idsOf(field: 'id' | 'batch', wanted: unknown): Document {
  if (field === 'batch') return { $gt: wanted, $lte: lastEntryId(String(wanted)) }
  const { $gt, $lt } = wanted as { $gt?: string; $lt?: string }
  return { ...($gt !== undefined && { $gt: batchOf($gt) }), ...($lt !== undefined && { $lt }) }
}

/** The documents that may hold entries of a filter. An id is wanted by `$gt` and `$lt` only, a batch by its value. */
function holding(wanted: Filter<Entry>): Filter<EntriesDoc> {
  const all: Document[] = []
  const held: Document = {}
  for (const [field, value] of Object.entries(wanted))
    if (field === '$and' || field === '$or')
      all.push({ [field]: (value as Filter<Entry>[]).map(holding) })
    else if (field === 'id' || field === 'batch') all.push({ _id: idsOf(field, value) })
    else if (OF_DOCUMENT.includes(field)) all.push({ [field]: value })
    else held[field] = value
  if (Object.keys(held).length > 0) all.push({ entries: { $elemMatch: held } })
  return all.length > 0 ? { $and: all } : {}
}

/**
 * The stages of an aggregation of `EntriesDoc`s that answers the entries of a filter, of which the oldest come first, or last. Of ids the
 * filter may name `$gt` and `$lt`, and of a batch its value.
 */
export const entryStages = (
  wanted: Filter<Entry>,
  { isNewestFirst = false }: { isNewestFirst?: boolean } = {},
): Document[] => [
  { $match: holding(wanted) },
  { $sort: { _id: isNewestFirst ? -1 : 1 } },
  ...(isNewestFirst ? [{ $set: { entries: { $reverseArray: '$entries' } } }] : []),
  ...UNWIND,
  { $match: wanted },
]
