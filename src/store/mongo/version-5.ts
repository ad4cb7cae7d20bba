import type { Db } from 'mongodb'
import type { Collections } from './documents.ts'
import type { EntryOf3 } from './version-3.ts'

/**
 * Migrates schema 4 to schema 5: mails tell clubs what others changed in their orders. What lies in the history already counts as told. The
 * step can be repeated.
 */
export async function migrateToVersion5(
  { accounts, carts, outbox }: Collections,
  hold: () => void,
  db: Db,
): Promise<void> {
  const newest = await db.collection<EntryOf3>('entries').findOne({}, { sort: { _id: -1 } })
  hold()
  await carts.updateMany({ told: { $exists: false } }, [
    { $set: { told: { rev: '$rev', batch: newest?.batch ?? '', since: null } } },
  ])
  hold()
  await accounts.updateMany({}, { $set: { orderMails: true } })
  hold()
  await outbox.updateMany(
    {},
    { $set: { accountId: null, telling: null, leased: false, error: null } },
  )
}
