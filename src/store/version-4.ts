import { batchIdAfter } from './shared/entry-ids.ts'
import type { Batch, Kind, Rows } from './transfer.ts'

/** Rows of an archive of version 4 that differ from the present ones. */
export type RowsOf4 = {
  accounts: Omit<Rows['accounts'], 'orderMails'>
  carts: Omit<Rows['carts'], 'told' | 'changedAt'>
  mails: Omit<Rows['mails'], 'accountId' | 'telling' | 'error'>
}
export type BatchOf4 =
  | { [K in keyof RowsOf4]: { kind: K; rows: RowsOf4[K][] } }[keyof RowsOf4]
  | Extract<Batch, { kind: Exclude<Kind, keyof RowsOf4> }>

/** Upgrades the batches of version 4: no mails told of orders. What lies in the history counts as told. */
export function upgradeTo5(batch: BatchOf4): Batch[] {
  switch (batch.kind) {
    case 'accounts':
      return [{ kind: 'accounts', rows: batch.rows.map((row) => ({ ...row, orderMails: true })) }]
    case 'carts': {
      // The history follows later in the archive; a new id sorts after all of it.
      const newest = batchIdAfter(undefined)
      const toRow = (row: RowsOf4['carts']) => ({
        ...row,
        told: { rev: row.rev, batch: newest, since: null },
        changedAt: null,
      })
      return [{ kind: 'carts', rows: batch.rows.map(toRow) }]
    }
    case 'mails': {
      const toRow = (row: RowsOf4['mails']) => ({
        ...row,
        accountId: null,
        telling: null,
        error: null,
      })
      return [{ kind: 'mails', rows: batch.rows.map(toRow) }]
    }
    default:
      return [batch]
  }
}
