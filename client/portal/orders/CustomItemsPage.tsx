import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { useLineHistory } from '#client/portal/history/use-line-history.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { buyingColumns } from './buying-columns.tsx'
import { toCustomSheet } from './sheets.ts'
import { useBuying } from './use-buying.ts'

export default function CustomItemsPage() {
  const table = useBuying()
  const history = useLineHistory(table)
  return (
    <AdminScreen toSheet={table.phase === 'ready' ? () => toCustomSheet(table.rows) : null}>
      <EditedTable
        label="External demand"
        searchLabel="Search items or clubs"
        table={table}
        columns={buyingColumns(table, history.open)}
        unsavedText={table.unsavedText()}
        stackBelow={75}
        empty={
          <EmptyState title="Nobody asks for an item of their own">
            What clubs want and the department does not stock stands here, with who asks.
          </EmptyState>
        }
      />
      {history.drawer}
    </AdminScreen>
  )
}
