import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { clubsToMail } from '#src/rules/digest.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Entry } from '../port.ts'
import { batchIdAfter, batchOf, checkBatch, entryId } from '../shared/entry-ids.ts'
import type { Tables } from '../tables.ts'
import type { Collections } from './documents.ts'
import { type EntryQuery, entryStages, toEntriesDocs } from './entry-documents.ts'

/**
 * Adds entries to the history. Their ids give it its order, while clocks of instances differ: a batch sorts after all that its transaction sees.
 * Of two calls about the same row one sees the other, because both write that row.
 */
export function openEntries(
  { accounts, carts, entries }: Collections,
  session: ClientSession,
): Tables['entries'] {
  const find = (query: EntryQuery): Promise<Entry[]> =>
    entries.aggregate<Entry>(entryStages(query), { session }).toArray()

  return {
    async add({ by, at, entries: made, undoes }) {
      if (made.length === 0) return undefined
      checkBatch(made)
      const newest = await entries.findOne(
        {},
        { session, sort: { _id: -1 }, projection: { _id: 1 } },
      )
      const batch = batchIdAfter(newest ? batchOf(newest._id) : undefined)
      const isPerson = by !== null && by !== TOOL
      const actor = isPerson ? await accounts.findOne({ _id: by }, { session }) : null
      const head = { batch, at, by, asClub: actor?.clubId ?? null, undoes: undoes ?? null }
      const rows = made.map((entry, index) => ({ ...entry, ...head, id: entryId(batch, index) }))
      await entries.insertMany(toEntriesDocs(rows), { session })
      // The list of orders says when something changed last.
      const changed = new Set(
        made.flatMap(({ kind, clubId }) =>
          clubId === null || kind === 'invitation_changed' ? [] : clubId,
        ),
      )
      const toMail = clubsToMail(head.asClub, at, made)
      for (const [changedAt, clubs] of Map.groupBy(changed, (clubId) => toMail.get(clubId)))
        await carts.updateMany(
          { clubId: { $in: clubs } },
          {
            $set: { batch },
            ...(changedAt !== undefined && { $min: { changedAt, changedBatch: batch } }),
          },
          { session },
        )
      return batch
    },
    async ofBatch(batch) {
      const found = await find({ batch })
      const undone = await entries.findOne({ undoes: batch }, { session, projection: { _id: 1 } })
      const bare = found.map(
        ({ batch: _b, at: _at, by: _by, asClub: _c, undoes: _u, ...entry }) => entry,
      )
      return { entries: bare, isUndone: undone !== null }
    },
    async said(to) {
      const since = new Map<ClubId | null, string>(
        to.map((cart) => [cart.clubId, cart.changedBatch ?? '']),
      )
      const [after = ''] = [...since.values()].toSorted()
      const isSaid = [
        { kind: { $in: ['announced', 'handed_over'] } },
        { kind: 'line_decided', told: { $ne: {} } },
      ] as const
      const found = await find({
        after,
        ofEntry: [{ clubId: { $in: [...since.keys()] } }, { $or: [...isSaid] }],
      })
      return found.filter(({ clubId, id }) => id > (since.get(clubId) ?? ''))
    },
  }
}
