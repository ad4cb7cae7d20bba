import type { Db } from 'mongodb'
import { BATCH_ROWS } from '../transfer.ts'
import type { Collections } from './documents.ts'
import { toEntriesDocs } from './entry-documents.ts'
import { runTransaction } from './transactions.ts'
import type { EntryOf3 } from './version-3.ts'

const WRITE_MS = 60_000

/**
 * Migrates schema 5 to schema 6: the entries of a batch share a document. The step can be repeated after it was cut off at any write: each
 * transaction takes entries that are still documents of their own.
 */
export async function migrateToVersion6(
  { entries }: Collections,
  hold: () => void,
  db: Db,
): Promise<void> {
  hold()
  // They are of fields that are gone. The new ones are created after the migration.
  await entries.dropIndexes()
  const single = db.collection<EntryOf3>('entries')
  for (let last = ''; ;) {
    const found = await single
      .find({ _id: { $gt: last }, kind: { $exists: true } })
      .sort({ _id: 1 })
      .limit(BATCH_ROWS)
      .toArray()
    if (found.length === 0) return
    last = found.at(-1)?._id ?? ''
    hold()
    await runTransaction(
      db.client,
      async (session) => {
        const ids = found.map(({ _id }) => _id)
        const { deletedCount } = await single.deleteMany({ _id: { $in: ids } }, { session })
        if (deletedCount !== found.length)
          throw new Error('Another instance has taken the migration over.')
        const taken = found.map(({ _id, told = null, ...entry }) => ({ ...entry, id: _id, told }))
        await entries.insertMany(toEntriesDocs(taken), { session })
      },
      { deadline: performance.now() + WRITE_MS },
    )
  }
}
