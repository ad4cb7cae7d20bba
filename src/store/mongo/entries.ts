import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { clubsToMail } from '#src/rules/digest.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Entry } from '../port.ts'
import { batchIdAfter, batchOf, checkBatch, entryId } from '../shared/entry-ids.ts'
import type { Tables } from '../tables.ts'
import type { Collections } from './documents.ts'
import { entryStages, toEntriesDocs } from './entry-documents.ts'
import { openEntrySearch } from './entry-search.ts'

/**
 * Adds entries to the history. Their ids give it its order, while clocks of instances differ: a batch sorts after all that its transaction sees.
 * Of two calls about the same row one sees the other, because both write that row.
 */
export function openEntries(all: Collections, session: ClientSession): Tables['entries'] {
  const { accounts, carts, entries } = all
  return {
    ...openEntrySearch(all, session),
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
    isUndone: async (batch) =>
      (await entries.findOne({ undoes: batch }, { session, projection: { _id: 1 } })) !== null,
    async makers() {
      const makers = await entries.distinct('by', {}, { session })
      return makers.flatMap((by) => (by === null || by === TOOL ? [] : by))
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
      const said = {
        after,
        ofEntry: [{ clubId: { $in: [...since.keys()] } }, { $or: [...isSaid] }],
      }
      const found = await entries.aggregate<Entry>(entryStages(said), { session }).toArray()
      return found.filter(({ clubId, id }) => id > (since.get(clubId) ?? ''))
    },
  }
}
