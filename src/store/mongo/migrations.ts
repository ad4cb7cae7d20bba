import type { Db } from 'mongodb'
import { collectionsOf, type Collections } from './documents.ts'

/** An instance that migrates loses its lease after so long without a renewal. */
const LEASE_SECONDS = 6
const RENEW_MS = 1_500
/** How often a waiting instance looks again. */
const WAIT_MS = 100

/** `hold` throws when the lease is lost: call it before each write. A step may be cut off anywhere, so it must be repeatable. */
type Migration = (all: Collections, hold: () => void, db: Db) => Promise<void>

/** Entry 0 migrates schema 1 to schema 2, and so on. A released entry never changes. Until the first release schema 1 changes in place. */
const STEPS: readonly Migration[] = []

/** The newest schema. */
export const SCHEMA = STEPS.length + 1

/** When a lease taken now ends, by the clock of the database. */
const until = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: LEASE_SECONDS } }

/** Takes the lease if it is free or has ended. */
async function takeLease({ portal }: Collections, by: string, newest: number): Promise<boolean> {
  const { matchedCount } = await portal.updateOne(
    {
      _id: 'portal',
      schema: { $lt: newest },
      $expr: { $lt: [{ $ifNull: ['$migration.until', new Date(0)] }, '$$NOW'] },
    },
    [{ $set: { migration: { by, until } } }],
  )
  return matchedCount === 1
}

/** Runs the missing steps while the lease is held. Returns early when another instance has taken it over. */
async function runSteps(db: Db, by: string, steps: readonly Migration[]): Promise<void> {
  const all = collectionsOf(db)
  const { portal } = all
  const isOurs = { _id: 'portal', 'migration.by': by } as const
  let isLost = false
  const hold = () => {
    if (isLost) throw new Error('Another instance has taken the migration over.')
  }
  const renewing = setInterval(() => {
    portal.updateOne(isOurs, [{ $set: { migration: { by, until } } }]).then(
      ({ matchedCount }) => (isLost ||= matchedCount === 0),
      // The next write reports a database that is away.
      () => undefined,
    )
  }, RENEW_MS)
  try {
    const found = (await portal.findOne(isOurs))?.schema ?? steps.length + 1
    for (const [index, step] of steps.entries()) {
      const schema = index + 1
      if (schema < found) continue
      await step(all, hold, db)
      const { matchedCount } = await portal.updateOne(
        { ...isOurs, schema },
        { $set: { schema: schema + 1 } },
      )
      isLost ||= matchedCount === 0
      hold()
    }
    await portal.updateOne(isOurs, { $unset: { migration: '' } })
  } catch (error) {
    if (!isLost) throw error
  } finally {
    clearInterval(renewing)
  }
}

/**
 * Migrates a database to the newest schema. Of several instances that start together one migrates and the others wait. If it is killed,
 * another one continues.
 */
export async function migrate(db: Db, steps = STEPS): Promise<void> {
  const all = collectionsOf(db)
  const by = crypto.randomUUID()
  for (;;) {
    const found = await all.portal.findOne({ _id: 'portal' })
    if (!found || found.schema > steps.length) return
    if (await takeLease(all, by, steps.length + 1)) await runSteps(db, by, steps)
    else await Bun.sleep(WAIT_MS)
  }
}
