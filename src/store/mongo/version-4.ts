import type { Collections } from './documents.ts'

/**
 * Migrates schema 3 to schema 4: decisions can be held back, of which each cart has a copy. Absent times of ordering say that there are none. The
 * step can be repeated.
 */
export async function migrateToVersion4(
  { carts, ordering }: Collections,
  hold: () => void,
): Promise<void> {
  hold()
  await ordering.updateOne({ _id: 'ordering' }, { $set: { decisionsHeld: false } })
  hold()
  await carts.updateMany({}, { $set: { held: false } })
}
