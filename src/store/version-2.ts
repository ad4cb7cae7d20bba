import type { Batch, Kind } from './transfer.ts'

/** Rows of an archive of version 2: the present ones, with the ordering switch as it was called then. */
type PortalOf2 = { installation: string; isConfirmDisabled: boolean }
export type BatchOf2 =
  { kind: 'portal'; rows: PortalOf2[] } | Extract<Batch, { kind: Exclude<Kind, 'portal'> }>

/** A batch as the archive stores it. */
export const toBatchOf2 = (batch: Batch): BatchOf2 =>
  batch.kind === 'portal'
    ? {
        kind: 'portal',
        rows: batch.rows.map(({ installation, isOpen }) => ({
          installation,
          isConfirmDisabled: !isOpen,
        })),
      }
    : batch

/** A batch as the stores use it. */
export const fromBatchOf2 = (batch: BatchOf2): Batch =>
  batch.kind === 'portal'
    ? {
        kind: 'portal',
        rows: batch.rows.map(({ installation, isConfirmDisabled }) => ({
          installation,
          isOpen: !isConfirmDisabled,
        })),
      }
    : batch
