import { type Maker, TOOL } from '#src/rules/entries.ts'
import type { Filter } from 'mongodb'
import type { Author, Entry, HistoryFilter, ListedEntry } from '../port.ts'
import type { Connection } from './connection.ts'
import type { LineDoc } from './documents.ts'
import { type EntryQuery, entryStages } from './entry-documents.ts'
import { namedClubs } from './named-clubs.ts'

export function queryOf(filter: HistoryFilter): EntryQuery {
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
  return {
    ...(batch !== undefined && { batch }),
    ofDocument: by === undefined ? {} : { by: by === 'clock' ? null : by },
    ofEntry,
  }
}

/** Whether the club of a line reads nothing of an entry. */
const HIDDEN = { $and: [{ $eq: ['$kind', 'line_decided'] }, { $eq: ['$told', {}] }] }

/** An entry that took another back. */
type TakenBack = Pick<Entry, 'lineId' | 'itemId' | 'at' | 'by' | 'asClub' | 'batch'> & {
  undoes: string
  isHidden: boolean
}

/** A batch has one entry for each row. */
const keyOf = (batch: string, { lineId, itemId }: Pick<Entry, 'lineId' | 'itemId'>): string =>
  `${batch} ${lineId ?? itemId}`

type ShownLine = Pick<LineDoc, '_id' | 'ownName' | 'ordered_quantity'>

export const present = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** Reads entries with the present names of everything in them. */
export function openEntrySearch({ settled }: Connection) {
  const { accounts, carts, entries, items, pastCarts, removedLines } = settled

  /** The present names of items. */
  async function itemNames(ids: readonly string[]): Promise<Map<string, string>> {
    const found = items.find({ _id: { $in: [...ids] } }, { projection: { itemName: 1 } })
    return new Map((await found.toArray()).map(({ _id, itemName }) => [_id, itemName]))
  }

  /** What the entries of lines need, deleted lines included. */
  async function linesOf(ids: readonly string[]): Promise<Map<string, ShownLine>> {
    if (ids.length === 0) return new Map()
    const isOne = { $in: [...ids] }
    const ofLines = [
      { $match: { 'lines._id': isOne } },
      { $unwind: '$lines' },
      { $match: { 'lines._id': isOne } },
      { $replaceWith: '$lines' },
    ]
    const live = carts.aggregate<ShownLine>(ofLines)
    const past = pastCarts.aggregate<ShownLine>(ofLines)
    const removed = removedLines.find(
      { _id: isOne },
      { projection: { ownName: 1, ordered_quantity: 1 } },
    )
    const found: ShownLine[] = [
      ...(await live.toArray()),
      ...(await past.toArray()),
      ...(await removed.toArray()),
    ]
    return new Map(found.map((line) => [line._id, line]))
  }

  /** The entries that took these batches back, by the batch and the row. */
  async function undoneOf(batches: readonly string[]) {
    const found = await entries
      .aggregate<TakenBack>([
        ...entryStages({ ofDocument: { undoes: { $in: [...batches] } } }),
        {
          $project: {
            undoes: 1,
            lineId: 1,
            itemId: 1,
            at: 1,
            by: 1,
            asClub: 1,
            batch: 1,
            isHidden: HIDDEN,
          },
        },
      ])
      .toArray()
    return new Map(found.map((taken) => [keyOf(taken.undoes, taken), taken]))
  }

  /** People by their ids, in the order of their names. */
  async function authorsOf(ids: readonly NonNullable<Maker>[]): Promise<Map<Maker, Author>> {
    const found = accounts.find(
      { _id: { $in: ids.flatMap((id) => (id === TOOL ? [] : id)) } },
      { projection: { cordName: 1, email: 1, access: 1 }, sort: { cordName: 1, _id: 1 } },
    )
    return new Map(
      (await found.toArray()).map(({ _id, cordName, email, access }) => [
        _id,
        { id: _id, name: cordName, email, access },
      ]),
    )
  }

  /** Adds the present names, and what was taken back. */
  async function listed(found: readonly Entry[]): Promise<ListedEntry[]> {
    const [undone, itemName, lines, clubs] = await Promise.all([
      undoneOf(present(found.map(({ batch }) => batch))),
      itemNames(present(found.map(({ itemId }) => itemId))),
      linesOf(present(found.map(({ lineId }) => lineId))),
      namedClubs(present(found.map(({ clubId }) => clubId)), settled),
    ])
    const authors = await authorsOf(
      present([
        ...found.flatMap(({ by, personId }) => [by, personId]),
        ...[...undone.values()].map(({ by }) => by),
      ]),
    )
    const authorOf = (by: Maker) => authors.get(by) ?? null
    return found.map((entry) => {
      const line = lines.get(entry.lineId ?? '')
      const takenBack = undone.get(keyOf(entry.batch, entry))
      return {
        ...entry,
        author: authorOf(entry.by),
        person: authorOf(entry.personId),
        clubName: clubs.get(entry.clubId)?.clubName ?? null,
        clubEmail: clubs.get(entry.clubId)?.people[0]?.email ?? null,
        itemName: itemName.get(entry.itemId ?? '') ?? line?.ownName ?? null,
        ordered: line?.ordered_quantity ?? null,
        undone: takenBack
          ? {
              at: takenBack.at,
              by: takenBack.by,
              asClub: takenBack.asClub,
              batch: takenBack.batch,
              author: authorOf(takenBack.by),
              isHidden: takenBack.isHidden,
            }
          : null,
      }
    })
  }

  return {
    authorsOf,
    listed,
  }
}
