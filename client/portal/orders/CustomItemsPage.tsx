import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { useEditedList } from '#client/portal/drafts/use-edited-list.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { customList } from './lists.ts'
import { CUSTOM_LINE_FIELDS, saveLines, toLineChanges } from '#client/portal/drafts/line-changes.ts'
import { PAGES } from '#client/shared/pages.ts'
import { LINE_STATUS_OPTIONS } from './status-options.ts'
import { nameColumn, remarksColumn, statusColumn } from '#client/portal/drafts/edited-columns.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { toCustomSheet } from './sheets.ts'
import { useLineHistory } from '#client/portal/history/use-line-history.tsx'
import { toHeldMark } from '#client/portal/ordering/HeldMark.tsx'
import { linkColumn } from './link-column.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import { lineStatusLabel } from '#src/contract/statuses.ts'

const WATCHED = [
  { word: 'ordered', read: (row: OrderLine) => row.ordered_quantity },
  { word: 'allotted', read: (row: OrderLine) => row.allotted_quantity },
  { word: 'status', read: (row: OrderLine) => lineStatusLabel(row.status) },
  { word: 'remarks', read: (row: OrderLine) => row.remarks },
]

const QUANTITIES: Column<OrderLine>[] = [
  {
    key: 'ordered',
    head: 'Ordered Quantity',
    kind: 'number',
    stacked: 'half',
    cell: (row) => <Quantity value={row.ordered_quantity} />,
  },
  {
    key: 'allotted',
    head: 'Allotted Quantity',
    kind: 'number',
    stacked: 'half',
    cell: (row) => <Quantity value={row.allotted_quantity} />,
  },
]

export function CustomItemsPage() {
  const table = useEditedList({
    list: customList,
    draftsName: 'custom-items',
    fields: CUSTOM_LINE_FIELDS,
    watched: WATCHED,
    saveName: 'custom-items-save',
    toChanges: toLineChanges,
    save: saveLines,
  })
  const history = useLineHistory(table)
  return (
    <AdminScreen
      title={PAGES['/customitems'].title}
      toSheet={table.phase === 'ready' ? () => toCustomSheet(table.rows) : null}
    >
      <EditedTable
        label="External demand"
        table={table}
        columns={[
          nameColumn('Item Name', table, history.open, toHeldMark),
          ...QUANTITIES,
          statusColumn(
            table,
            (row) => table.edits.field(row, 'status'),
            () => LINE_STATUS_OPTIONS,
          ),
          remarksColumn(table, (row) => table.edits.field(row, 'remarks')),
          linkColumn('No link'),
        ]}
        empty={
          <EmptyState title="No external demand">
            Items that clubs ask for beyond the stock appear here as soon as they are ordered.
          </EmptyState>
        }
      />
      {history.drawer}
    </AdminScreen>
  )
}
