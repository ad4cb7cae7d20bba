import { FIRST_ORDERING } from '#src/rules/window.ts'
import type { Kind, Rows } from './transfer.ts'
import type { BatchOf4 } from './version-4.ts'

/** Rows of an archive of version 3 that differ from the present ones. */
type RowsOf3 = {
  portal: Pick<Rows['portal'], 'installation' | 'isOpen'>
  lines: Omit<Rows['lines'], 'announced'>
  entries: Omit<Rows['entries'], 'told'>
}
export type BatchOf3 =
  | { [K in keyof RowsOf3]: { kind: K; rows: RowsOf3[K][] } }[keyof RowsOf3]
  | Extract<BatchOf4, { kind: Exclude<Kind, keyof RowsOf3> }>

/** Upgrades the batches of version 3: ordering had no times, and nothing was held back. */
export function upgradeTo4(batch: BatchOf3): BatchOf4[] {
  switch (batch.kind) {
    case 'portal':
      return [{ kind: 'portal', rows: batch.rows.map((row) => ({ ...FIRST_ORDERING, ...row })) }]
    case 'lines':
      return [{ kind: 'lines', rows: batch.rows.map((row) => ({ ...row, announced: null })) }]
    case 'entries':
      return [{ kind: 'entries', rows: batch.rows.map((row) => ({ ...row, told: null })) }]
    default:
      return [batch]
  }
}
