import type { ClientSession } from 'mongodb'
import { newsOf } from '#src/rules/digest.ts'
import type { NewEntry } from '#src/rules/entries.ts'
import { batchIdAfter, checkBatch, entryId } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import type { EntryDoc, FollowedDoc } from './documents.ts'

/** The author, the time and the entries of one call; `undoes` is the batch that it takes back. */
export type NewBatch = {
  by: string | null
  at: number
  entries: readonly NewEntry[]
  undoes?: string | null
}

/** The documents of a batch's entries. */
export const toEntryDocs = (
  batch: string,
  { by, at, entries, undoes = null }: NewBatch,
): EntryDoc[] => {
  checkBatch(entries)
  return entries.map(
    ({ kind, accountId, lineId, itemId, units, changes, told, reason }, index) => ({
      _id: entryId(batch, index),
      batch,
      at,
      by,
      kind,
      accountId,
      lineId,
      itemId,
      // BSON would keep a negative zero.
      units: units + 0,
      changes,
      ...(told && { told }),
      reason,
      undoes,
    }),
  )
}

/**
 * Adds entries to the history. Their ids give it its order, while clocks of instances differ: each followed document keeps its latest batch,
 * and the next one sorts after it.
 */
export async function openEntries({ carts, entries, settled, run }: Connection) {
  const newest = await run(() => settled.entries.findOne({}, { sort: { _id: -1 } }))
  let latest = newest?.batch ?? ''
  return {
    /** The id of a new batch, after those of the documents that its entries are about. The caller writes it into them. */
    nextBatch(about: readonly (FollowedDoc | null | undefined)[]): string {
      for (const document of about) {
        const own = document?.batch ?? ''
        if (own > latest) latest = own
      }
      latest = batchIdAfter(latest || undefined)
      return latest
    },
    /** Belongs in the transaction that makes the changes. Notes for which clubs they are news. Answers the batch, or `undefined` if there are no entries. */
    async add(batch: string, added: NewBatch, session: ClientSession): Promise<string | undefined> {
      if (added.entries.length === 0) return undefined
      await entries.insertMany(toEntryDocs(batch, added), { session })
      const byTime = Map.groupBy(newsOf(added), ([, changedAt]) => changedAt)
      for (const [changedAt, clubs] of byTime)
        await carts.updateMany(
          { accountId: { $in: clubs.map(([accountId]) => accountId) } },
          { $min: { changedAt } },
          { session },
        )
      return batch
    },
  }
}

export type Entries = Awaited<ReturnType<typeof openEntries>>
