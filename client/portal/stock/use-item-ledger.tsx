import { Suspense, useState } from 'react'
import { late } from '#client/portal/app/late.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { cx } from '#client/shared/cx.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import styles from '#client/portal/history/Drawer.module.css'

const LedgerBody = late(() => import('./LedgerBody.tsx'))

export type LedgerItem = { _id: string; itemName: string }

/** The drawer with what happened to an item, and what opens it. */
export function useItemLedger() {
  const [item, setItem] = useState<LedgerItem | null>(null)
  const drawer = (
    <Dialog
      open={item !== null}
      onClose={() => setItem(null)}
      title={item?.itemName}
      closeLabel="Close"
      className={cx(styles.Drawer, styles.Wide)}
    >
      {item && (
        <Suspense fallback={<Skeleton label="Loading the history" rows={6} />}>
          <LedgerBody key={item._id} item={item} />
        </Suspense>
      )}
    </Dialog>
  )
  return { open: setItem, drawer }
}
