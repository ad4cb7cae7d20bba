import { Suspense, useState } from 'react'
import { late } from '#client/portal/app/late.tsx'
import { Drawer } from '#client/portal/history/Drawer.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'

const LedgerBody = late(() => import('./LedgerBody.tsx'))

export type LedgerItem = { _id: string; itemName: string }

/** The drawer with what happened to an item, and what opens it. */
export function useItemLedger() {
  const [item, setItem] = useState<LedgerItem | null>(null)
  const drawer = (
    <Drawer open={item !== null} onClose={() => setItem(null)} title={item?.itemName} wide>
      {item && (
        <Suspense fallback={<Skeleton label="Loading the history" rows={6} />}>
          <LedgerBody key={item._id} item={item} />
        </Suspense>
      )}
    </Drawer>
  )
  return { open: setItem, drawer }
}
