import { lateDialog } from '#client/portal/ui/late-dialog.tsx'

export type { LedgerItem } from './ItemLedger.tsx'

/** `ItemLedger`, whose code loads when it is first opened. */
export const LateItemLedger = lateDialog(async () => (await import('./ItemLedger.tsx')).ItemLedger)
