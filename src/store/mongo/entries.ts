import type { ClientSession } from 'mongodb'
import { clubsToMail } from '#src/rules/digest.ts'
import { type Maker, type NewEntry, TOOL } from '#src/rules/entries.ts'
import { batchIdAfter, batchOf, checkBatch, entryId } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import { toEntriesDocs } from './entry-documents.ts'

/** The author, the time and the entries of one call; `undoes` is the batch that it takes back. */
type NewBatch = { by: Maker; at: number; entries: readonly NewEntry[]; undoes?: string }

/**
 * Adds entries to the history. Their ids give it its order, while clocks of instances differ: a batch sorts after all that its transaction sees.
 * Of two calls about the same row one sees the other, because both write that row.
 */
export function openEntries({ accounts, carts, entries }: Connection) {
  return {
    /**
     * Belongs in the transaction that makes the changes. Notes for which clubs they are news. Answers the new batch's id, or `undefined` if there are
     * no entries.
     */
    async add(
      { by, at, entries: made, undoes }: NewBatch,
      session: ClientSession,
    ): Promise<string | undefined> {
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
      const toMail = clubsToMail({ asClub: head.asClub, at, entries: made })
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
  }
}

export type Entries = ReturnType<typeof openEntries>
