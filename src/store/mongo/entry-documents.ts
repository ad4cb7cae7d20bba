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

/** The fields that all entries of a document share. */
const OF_DOCUMENT: readonly string[] = ['at', 'by', 'undoes'] satisfies (keyof Entry)[]

/** The ids of the documents that may hold these entries: a document has the id of its first one. */
function idsOf(field: 'id' | 'batch', wanted: unknown): Document {
  if (field === 'batch') return { $gt: wanted, $lte: lastEntryId(String(wanted)) }
  const { $gt, $lt } = wanted as { $gt?: string; $lt?: string }
  return { ...($gt !== undefined && { $gt: batchOf($gt) }), ...($lt !== undefined && { $lt }) }
}

type Conditions = { ofDocument: Document[]; ofEntry: Document[] }

const all = (conditions: readonly Document[]): Document =>
  conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {})

/** The conditions of a filter that a document meets as a whole, and those that one of its entries meets. */
function conditionsOf(wanted: Filter<Entry>): Conditions {
  const ofDocument: Document[] = []
  const ofEntry: Document[] = []
  for (const [field, value] of Object.entries(wanted))
    if (field === '$and')
      for (const part of (value as Filter<Entry>[]).map(conditionsOf)) {
        ofDocument.push(...part.ofDocument)
        ofEntry.push(...part.ofEntry)
      }
    else if (field === '$or') {
      const parts = (value as Filter<Entry>[]).map(conditionsOf)
      if (parts.some((part) => part.ofDocument.length > 0))
        ofDocument.push({ $or: parts.map(holding) })
      else ofEntry.push({ $or: parts.map((part) => all(part.ofEntry)) })
    } else if (field === 'id' || field === 'batch') ofDocument.push({ _id: idsOf(field, value) })
    else if (OF_DOCUMENT.includes(field)) ofDocument.push({ [field]: value })
    else ofEntry.push({ [field]: value })
  return { ofDocument, ofEntry }
}

/** The documents that hold an entry which meets the conditions. */
const holding = ({ ofDocument, ofEntry }: Conditions): Filter<EntriesDoc> =>
  all([...ofDocument, ...(ofEntry.length > 0 ? [{ entries: { $elemMatch: all(ofEntry) } }] : [])])

/** A query for the documents that hold an entry of a filter. */
export const documentsOf = (wanted: Filter<Entry>): Filter<EntriesDoc> =>
  holding(conditionsOf(wanted))

/**
 * The stages of an aggregation of `EntriesDoc`s that answers the entries of a filter, of which the oldest come first, or last. Of ids the
 * filter may name `$gt` and `$lt`, and of a batch its value. With a `limit` it answers at most so many, and an `$or` of the filter may name
 * neither ids nor `at`, `by` or `undoes`.
 */
export const entryStages = (
  wanted: Filter<Entry>,
  { isNewestFirst = false, limit }: { isNewestFirst?: boolean; limit?: number } = {},
): Document[] => [
  { $match: documentsOf(wanted) },
  { $sort: { _id: isNewestFirst ? -1 : 1 } },
  // MongoDB would read 4 MB ahead. Each document found has a wanted entry, except one that a bound of ids may cut.
  ...(limit === undefined ? [] : [{ $limit: limit + 1 }]),
  ...(isNewestFirst ? [{ $set: { entries: { $reverseArray: '$entries' } } }] : []),
  ...UNWIND,
  { $match: wanted },
  ...(limit === undefined ? [] : [{ $limit: limit }]),
]
