import { carryHistory, type Movement, type RowsOfHistory } from './shared/carried.ts'
import type { Kind } from './transfer.ts'
import type { BatchOf3 } from './version-3.ts'

/** Rows of an archive of version 2 that differ from the present ones. */
type PortalOf2 = { installation: string; isConfirmDisabled: boolean }
export type BatchOf2 =
  | { kind: 'portal'; rows: PortalOf2[] }
  | { kind: 'movements'; rows: Movement[] }
  | Extract<BatchOf3, { kind: Exclude<Kind, 'portal' | 'entries'> }>

/**
 * Upgrades the batches of version 2 in their order. The history follows from all movements and lines together, so it comes after them, at
 * the end.
 */
export function openUpgradeTo3(): { take(batch: BatchOf2): BatchOf3[]; end(): BatchOf3[] } {
  const rows: RowsOfHistory = { movements: [], items: [], carts: [], lines: [] }
  return {
    take(batch) {
      switch (batch.kind) {
        case 'portal':
          return [
            {
              kind: 'portal',
              rows: batch.rows.map(({ installation, isConfirmDisabled }) => ({
                installation,
                isOpen: !isConfirmDisabled,
              })),
            },
          ]
        case 'movements':
          rows.movements.push(...batch.rows)
          return []
        case 'items':
          rows.items.push(...batch.rows.map(({ id, firstQuantity }) => ({ id, firstQuantity })))
          return [batch]
        case 'carts':
          rows.carts.push(...batch.rows)
          return [batch]
        case 'lines':
          rows.lines.push(...batch.rows)
          return [batch]
        default:
          return [batch]
      }
    },
    end: () => [{ kind: 'entries', rows: carryHistory(rows) }],
  }
}
