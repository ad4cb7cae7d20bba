import type { Collections } from './documents.ts'
import { migrateToVersion2 } from './version-2.ts'

/** How long an instance that migrates may be silent before another takes over. */
const LEASE_SECONDS = 6
const RENEW_MS = 1_500
const LOOK_MS = 100

type Migration = (all: Collections, hold: () => void) => Promise<void>

/** Entry 0 brings a database of version 1 to version 2. An entry that was ever released is never changed. */
const MIGRATIONS: readonly Migration[] = [migrateToVersion2]

/** Raised by a change that old code could not read. */
export const SCHEMA = MIGRATIONS.length + 1

/** Until when a lease holds, by the clock of the database. */
const until = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: LEASE_SECONDS } }

/** Takes the lease if nobody has it, or whoever had it is silent. */
async function takeLease({ portal }: Collections, by: string): Promise<boolean> {
  const { matchedCount } = await portal.updateOne(
    {
      _id: 'portal',
      schema: { $lt: SCHEMA },
      $expr: { $lt: [{ $ifNull: ['$migration.until', new Date(0)] }, '$$NOW'] },
    },
    [{ $set: { migration: { by, until } } }],
  )
  return matchedCount === 1
}

/** Runs the steps that are missing while the lease is held. */
async function runSteps(all: Collections, by: string): Promise<void> {
  const { portal } = all
  const isOurs = { _id: 'portal', 'migration.by': by } as const
  let isLost = false
  const hold = () => {
    if (isLost) throw new Error('Another instance has taken the migration over.')
  }
  const renewing = setInterval(() => {
    portal.updateOne(isOurs, [{ $set: { migration: { by, until } } }]).then(
      ({ matchedCount }) => (isLost ||= matchedCount === 0),
      // a database that is away shows at the next step
      () => undefined,
    )
  }, RENEW_MS)
  try {
    const found = (await portal.findOne(isOurs))?.schema ?? SCHEMA
    for (const [index, step] of MIGRATIONS.entries()) {
      const version = index + 1
      if (version < found) continue
      await step(all, hold)
      await portal.updateOne({ ...isOurs, schema: version }, { $set: { schema: version + 1 } })
    }
    await portal.updateOne(isOurs, { $unset: { migration: '' } })
  } catch (error) {
    if (!isLost) throw error
  } finally {
    clearInterval(renewing)
  }
}

/**
 * Brings a database to this version's schema. Of several instances that start together one does it and the others wait; when it is
 * killed, another goes on.
 */
export async function migrate(all: Collections): Promise<void> {
  const by = crypto.randomUUID()
  for (;;) {
    const found = await all.portal.findOne({ _id: 'portal' })
    if (!found || found.schema >= SCHEMA) return
    if (await takeLease(all, by)) await runSteps(all, by)
    else await Bun.sleep(LOOK_MS)
  }
}
