import { FIRST_ORDERING } from '#src/rules/window.ts'
import type { Batch, Kind } from './transfer.ts'

/** Rows of an archive of version 3 that differ from the present ones: ordering had no window. */
type PortalOf3 = { installation: string; isOpen: boolean }
export type BatchOf3 =
  { kind: 'portal'; rows: PortalOf3[] } | Extract<Batch, { kind: Exclude<Kind, 'portal'> }>

/** Upgrades the batches of version 3. */
export const openUpgradeTo4 = (): { take(batch: BatchOf3): Batch[]; end(): Batch[] } => ({
  take: (batch) =>
    batch.kind === 'portal'
      ? [{ kind: 'portal', rows: batch.rows.map((row) => ({ ...FIRST_ORDERING, ...row })) }]
      : [batch],
  end: () => [],
})
