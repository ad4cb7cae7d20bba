import { type Collections } from './documents.ts'

/**
 * Migrates schema 4 to schema 5: mails tell clubs what others changed in their orders. What lies in the history already counts as told. The
 * step can be repeated.
 */
export async function migrateToVersion5(
  { accounts, carts, entries, outbox }: Collections,
  hold: () => void,
): Promise<void> {
  const newest = await entries.findOne({}, { sort: { _id: -1 } })
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
