import type { ReactNode } from 'react'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { useEdition } from './ordering.ts'

type NothingOrderedProps = { children: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** Stands in place of the lines of the current edition while it has none. */
export function NothingOrdered(props: NothingOrderedProps) {
  const edition = useEdition()
  return (
    <EmptyState
      title={`Nothing is ordered yet${edition ? ` for ${edition.name}` : ''}`}
      {...props}
    />
  )
}
