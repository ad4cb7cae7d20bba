import type { Filter } from 'mongodb'
import { isRole } from '#src/contract/statuses.ts'
import type { Author, HistoryFilter, HistoryStore, ListedEntry } from '../port.ts'
import { batchOf } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import { type EntryDoc, toEntry } from './documents.ts'

function filterOf(filter: HistoryFilter): Filter<EntryDoc> {
  const { club, item, line, kinds, by, batch, readableBy } = filter
  return {
    ...(batch !== undefined && { batch }),
    ...(line !== undefined && { lineId: line }),
    ...(club !== undefined && { accountId: club }),
    ...(item !== undefined && { itemId: item }),
    ...(readableBy !== undefined && {
      $or: [
        { accountId: readableBy, lineId: { $gt: '' }, kind: { $ne: 'line_decided' } },
        { accountId: readableBy, kind: 'line_decided', told: { $ne: {} } },
        { kind: 'ordering_turned' },
      ],
    }),
    $and: [
      kinds === undefined ? {} : { kind: { $in: [...kinds] } },
      by === undefined ? {} : by === 'clock' ? { by: null, kind: 'ordering_turned' } : { by },
    ],
  }
}

/** Whether the club of a line reads nothing of an entry. */
const HIDDEN = { $and: [{ $eq: ['$kind', 'line_decided'] }, { $eq: ['$told', {}] }] }

type ShownLine = { _id: string; ownName: string | null; ordered: number }

/** The text that an administrator wrote: a remark, or the reason of a deletion. */
const text = {
  $ifNull: [
    { $arrayElemAt: ['$changes.remarks', 1] },
    { $arrayElemAt: ['$changes.itemRemark', 1] },
    '$reason',
  ],
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const present = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/**
 * The area `history`, but for `undo`. Entries never change and those of a batch appear together, so a page needs no snapshot: its names are
 * read at once.
 */
export function openHistory({ run, settled }: Connection): Omit<HistoryStore, 'undo'> {
  const { accounts, carts, entries, items, removedLines } = settled

  /** The present names of items. */
  async function itemNames(ids: readonly string[]): Promise<Map<string, string>> {
    const found = items.find({ _id: { $in: [...ids] } }, { projection: { name: 1 } })
    return new Map((await found.toArray()).map(({ _id, name }) => [_id, name]))
  }

  /** What the entries of lines need, deleted lines included. */
  async function linesOf(ids: readonly string[]): Promise<Map<string, ShownLine>> {
    if (ids.length === 0) return new Map()
    const isOne = { $in: [...ids] }
    const live = carts.aggregate<ShownLine>([
      { $match: { 'lines._id': isOne } },
      { $unwind: '$lines' },
      { $match: { 'lines._id': isOne } },
      { $project: { _id: '$lines._id', ownName: '$lines.ownName', ordered: '$lines.ordered' } },
    ])
    const removed = removedLines.find({ _id: isOne }, { projection: { ownName: 1, ordered: 1 } })
    const found: ShownLine[] = [...(await live.toArray()), ...(await removed.toArray())]
    return new Map(found.map((line) => [line._id, line]))
  }

  /** When and by whom these batches were taken back. */
  async function undoneOf(batches: readonly string[]) {
    const first = (field: string) => ({ $first: field })
    const found = await entries
      .aggregate<{
        _id: string
        at: number
        by: string | null
        batch: string
        hidden: (string | null)[]
      }>([
        { $match: { undoes: { $in: batches } } },
        {
          $group: {
            _id: '$undoes',
            at: first('$at'),
            by: first('$by'),
            batch: first('$batch'),
            hidden: { $push: { $cond: [HIDDEN, '$lineId', null] } },
          },
        },
      ])
      .toArray()
    return new Map(found.map(({ _id, ...undone }) => [_id, undone]))
  }

  async function authorsOf(ids: readonly string[]): Promise<Map<string, Author>> {
    const found = accounts.find(
      { _id: { $in: [...ids] } },
      { projection: { clubName: 1, access: 1 } },
    )
    return new Map(
      (await found.toArray()).map(({ _id, clubName, access }) => [
        _id,
        { id: _id, name: clubName, access },
      ]),
    )
  }

  /** Adds the present names, and what was taken back. */
  async function listed(found: readonly EntryDoc[]): Promise<ListedEntry[]> {
    const [undone, itemName, lines] = await Promise.all([
      undoneOf(present(found.map(({ batch }) => batch))),
      itemNames(present(found.map(({ itemId }) => itemId))),
      linesOf(present(found.map(({ lineId }) => lineId))),
    ])
    const authors = await authorsOf(
      present([
        ...found.flatMap(({ by, accountId }) => [by, accountId]),
        ...[...undone.values()].map(({ by }) => by),
      ]),
    )
    const authorOf = (by: string | null) => authors.get(by ?? '') ?? null
    return found.map(toEntry).map((entry) => {
      const line = lines.get(entry.lineId ?? '')
      const takenBack = undone.get(entry.batch)
      return {
        ...entry,
        author: authorOf(entry.by),
        clubName: authorOf(entry.accountId)?.name ?? null,
        itemName: itemName.get(entry.itemId ?? '') ?? line?.ownName ?? null,
        ordered: line?.ordered ?? null,
        undone: takenBack
          ? {
              at: takenBack.at,
              by: takenBack.by,
              batch: takenBack.batch,
              author: authorOf(takenBack.by),
              isHidden: takenBack.hidden.includes(entry.lineId) && entry.lineId !== null,
            }
          : null,
      }
    })
  }

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
