import { type ReactNode, useState } from 'react'
import type { EditedList } from '#client/portal/drafts/use-edited-list.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { LineHistory } from './LineHistory.tsx'

/** The drawer with the history of a row, for a table of order lines. */
export function useLineHistory(table: Pick<EditedList<OrderLine>, 'rows'>): {
  open: (line: OrderLine) => void
  drawer: ReactNode
} {
  const [opened, setOpened] = useState<OrderLine | null>(null)
  const line = opened && (table.rows.find(({ _id }) => _id === opened._id) ?? null)
  return {
    open: setOpened,
    drawer: (
      <LineHistory
        of={opened && { ...(line ?? opened), isGone: line === null }}
        onClose={() => setOpened(null)}
      />
    ),
  }
}
