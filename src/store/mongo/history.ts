import type { ClientSession, Filter } from 'mongodb'
import { isRole } from '#src/contract/statuses.ts'
import type { Author, HistoryFilter, HistoryStore, ListedEntry } from '../port.ts'
import { batchOf } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import type { EntryDoc } from './documents.ts'

function filterOf({ club, item, line, kinds, by, batch }: HistoryFilter): Filter<EntryDoc> {
  return {
    ...(batch !== undefined && { batch }),
    ...(line !== undefined && { lineId: line }),
    ...(club !== undefined && { accountId: club }),
    ...(item !== undefined && { itemId: item }),
    $and: [
      kinds === undefined ? {} : { kind: { $in: [...kinds] } },
      by === undefined ? {} : by === 'clock' ? { by: null, kind: 'ordering_turned' } : { by },
    ],
  }
}

/** The text that an administrator wrote: a remark, or the reason of a deletion. */
const text = {
  $ifNull: [
    { $arrayElemAt: ['$changes.remarks', 1] },
    { $arrayElemAt: ['$changes.itemRemark', 1] },
    '$reason',
  ],
}

const present = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** The area `history`, but for `undo`. */
export function openHistory({
  accounts,
  carts,
  entries,
  items,
  removedLines,
  snapshot,
}: Connection): Omit<HistoryStore, 'undo'> {
  /** The names of custom lines, deleted ones included. */
  async function ownNames(ids: readonly string[], session: ClientSession) {
    if (ids.length === 0) return new Map<string, string | null>()
    type Named = { _id: string; ownName: string | null }
    const live = await carts
      .aggregate<Named>(
        [
          { $match: { 'lines._id': { $in: ids } } },
          { $unwind: '$lines' },
          { $match: { 'lines._id': { $in: ids } } },
          { $project: { _id: '$lines._id', ownName: '$lines.ownName' } },
        ],
        { session },
      )
      .toArray()
    const removed = await removedLines
      .find({ _id: { $in: [...ids] } }, { session, projection: { ownName: 1 } })
      .toArray()
    return new Map([...live, ...removed].map(({ _id, ownName }) => [_id, ownName]))
  }

  /** When and by whom these batches were taken back. */
  async function undoneOf(batches: readonly string[], session: ClientSession) {
    const found = await entries
      .aggregate<{ _id: string; at: number; by: string | null; batch: string }>(
        [
          { $match: { undoes: { $in: batches } } },
          {
            $group: {
              _id: '$undoes',
              at: { $first: '$at' },
              by: { $first: '$by' },
              batch: { $first: '$batch' },
            },
          },
        ],
        { session },
      )
      .toArray()
    return new Map(found.map(({ _id, ...undone }) => [_id, undone]))
  }

  /** Adds the present names, and what was taken back. */
  async function listed(
    found: readonly EntryDoc[],
    session: ClientSession,
  ): Promise<ListedEntry[]> {
    const undone = await undoneOf([...new Set(found.map(({ batch }) => batch))], session)
    const people = present([
      ...found.flatMap(({ by, accountId }) => [by, accountId]),
      ...[...undone.values()].map(({ by }) => by),
    ])
    const named = await accounts
      .find({ _id: { $in: people } }, { session, projection: { clubName: 1, access: 1 } })
      .toArray()
    const authors = new Map(
      named.map(({ _id, clubName, access }): [string, Author] => [
        _id,
        { id: _id, name: clubName, access },
      ]),
    )
    const stock = await items
      .find(
        { _id: { $in: present(found.map(({ itemId }) => itemId)) } },
        { session, projection: { name: 1 } },
      )
      .toArray()
    const itemNames = new Map(stock.map(({ _id, name }) => [_id, name]))
    const custom = found.filter(({ itemId }) => itemId === null)
    const lineNames = await ownNames(present(custom.map(({ lineId }) => lineId)), session)
    const authorOf = (by: string | null) => authors.get(by ?? '') ?? null
    return found.map(({ _id, ...entry }) => {
      const takenBack = undone.get(entry.batch)
      return {
        ...entry,
        id: _id,
        author: authorOf(entry.by),
        clubName: authors.get(entry.accountId ?? '')?.name ?? null,
        itemName: itemNames.get(entry.itemId ?? '') ?? lineNames.get(entry.lineId ?? '') ?? null,
        undone: takenBack ? { ...takenBack, author: authorOf(takenBack.by) } : null,
      }
    })
  }

  const newest = { _id: -1 } as const

  /** The ids before which a page starts. An unknown id starts at the newest entry. */
  async function startOf(
    before: string | undefined,
    session: ClientSession,
  ): Promise<Filter<EntryDoc>> {
    if (before === undefined) return {}
    const known = await entries.findOne({ batch: batchOf(before) }, { session })
    return known ? { _id: { $lt: before } } : {}
  }

  return {
    list: ({ filter, before, limit }) =>
      snapshot(async (session) => {
        const wanted = filterOf(filter)
        const page = await entries
          .find(
            { ...wanted, ...(await startOf(before, session)) },
            { session, sort: newest, limit },
          )
          .toArray()
        const last = page.at(-1)
        if (!last || page.length < limit)
          return { entries: await listed(page, session), next: null }
        // The ids of a batch's entries follow its own.
        const rest = await entries
          .find({ ...wanted, _id: { $gt: last.batch, $lt: last._id } }, { session, sort: newest })
          .toArray()
        const oldest = rest.at(-1)?._id ?? last._id
        const more = await entries.findOne(
          { ...wanted, _id: { $lt: last.batch } },
          { session, sort: newest, projection: { _id: 1 } },
        )
        return {
          entries: await listed([...page, ...rest], session),
          next: more ? oldest : null,
        }
      }),
    listPeople: () =>
      snapshot(async (session) => {
        const authors = await entries.distinct('by', {}, { session })
        const found = await accounts
          .find({ _id: { $in: present(authors) } }, { session })
          .sort({ clubName: 1, _id: 1 })
          .toArray()
        return found.flatMap(({ _id, clubName, access }) =>
          isRole(access) ? [{ id: _id, name: clubName, access }] : [],
        )
      }),
    listTurns: ({ from, to }) =>
      snapshot(async (session) => {
        const kind = 'ordering_turned'
        const before = await entries
          .find({ kind, at: { $lt: Math.min(from, to) } }, { session, sort: newest, limit: 1 })
          .toArray()
        const within = await entries
          .find({ kind, at: { $gte: from, $lt: to } }, { session })
          .sort({ _id: 1 })
          .toArray()
        return listed([...before, ...within], session)
      }),
    listRemarks: (since, limit) =>
      snapshot(async (session) => {
        const found = await entries
          .aggregate<{ _id: string }>(
            [
              {
                $match: {
                  at: { $gte: since },
                  $or: [
                    { kind: { $in: ['line_decided', 'item_noted'] }, undoes: null },
                    { kind: 'line_deleted' },
                  ],
                },
              },
              { $set: { text } },
              { $match: { text: { $gt: '' } } },
              { $group: { _id: '$text', used: { $sum: 1 }, last: { $max: '$_id' } } },
              { $sort: { used: -1, last: -1 } },
              { $limit: limit },
            ],
            { session },
          )
          .toArray()
        return found.map(({ _id }) => _id)
      }),
  }
}
