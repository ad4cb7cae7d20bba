import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { clubsToMail } from '#src/rules/digest.ts'
import type { Maker, NewEntry } from '#src/rules/entries.ts'
import type { Entry } from '../port.ts'
import { batchIdAfter, batchOf, checkBatch, entryId } from '../shared/entry-ids.ts'
import type { Connection } from './connection.ts'
import type { FollowedDoc } from './documents.ts'
import { toEntriesDocs } from './entry-documents.ts'

/** The author, the time and the entries of one call; `undoes` is the batch that it takes back. */
export type NewBatch = {
  by: Maker
  /** The club as which the author acted; nobody's if absent. */
  asClub?: ClubId | null
  at: number
  entries: readonly NewEntry[]
  undoes?: string | null
}

/** The entries of a batch, with their ids. Throws as `checkBatch`. */
function toEntries(
  batch: string,
  { by, asClub = null, at, entries, undoes = null }: NewBatch,
): Entry[] {
  checkBatch(entries)
  return entries.map((entry, index) => ({
    ...entry,
    id: entryId(batch, index),
    batch,
    at,
    by,
    asClub,
    undoes,
  }))
}

/**
 * Adds entries to the history. Their ids give it its order, while clocks of instances differ: each followed document keeps its latest batch,
 * and the next one sorts after it.
 */
export async function openEntries({ carts, entries, settled, run }: Connection) {
  const newest = await run(() => settled.entries.findOne({}, { sort: { _id: -1 } }))
  let latest = newest ? batchOf(newest._id) : ''
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
      await entries.insertMany(toEntriesDocs(toEntries(batch, added)), { session })
      const byTime = Map.groupBy(
        clubsToMail({ asClub: null, ...added }),
        ([, changedAt]) => changedAt,
      )
      for (const [changedAt, clubs] of byTime)
        await carts.updateMany(
          { clubId: { $in: clubs.map(([clubId]) => clubId) } },
          { $min: { changedAt, changedBatch: batch } },
          { session },
        )
      return batch
    },
  }
}

export type Entries = Awaited<ReturnType<typeof openEntries>>
