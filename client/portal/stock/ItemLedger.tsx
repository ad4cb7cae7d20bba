import { Suspense } from 'react'
import { late } from '#client/portal/app/late.tsx'
import { Drawer } from '#client/portal/history/Drawer.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'

const LedgerBody = late(() => import('./LedgerBody.tsx'))

export type LedgerItem = { _id: string; itemName: string }

type ItemLedgerProps = {
  of: LedgerItem | null
  onClose: () => void
}

export function ItemLedger({ of, onClose }: ItemLedgerProps) {
  return (
    <Drawer open={of !== null} onClose={onClose} title={of?.itemName} wide>
      {of && (
        <Suspense fallback={<Skeleton label="Loading the history" rows={6} />}>
          <LedgerBody key={of._id} item={of} />
        </Suspense>
      )}
    </Drawer>
  )
}
