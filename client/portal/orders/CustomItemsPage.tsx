import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { useEditedList } from '#client/portal/drafts/use-edited-list.ts'
import { customList } from './lists.ts'
import {
  CUSTOM_LINE_FIELDS,
  saveLines,
  toLineChanges,
  watchedLine,
} from '#client/portal/drafts/line-changes.ts'
import { PAGES } from '#client/shared/pages.ts'
import { LINE_STATUS_OPTIONS } from './status-options.ts'
import {
  nameColumn,
  quantityColumn,
  remarksColumn,
  statusColumn,
} from '#client/portal/drafts/edited-columns.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { toCustomSheet } from './sheets.ts'
import { useLineHistory } from '#client/portal/history/use-line-history.tsx'
import { toHeldMark } from '#client/portal/ordering/HeldMark.tsx'
import { linkColumn } from './link-column.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'

export default function CustomItemsPage() {
  const table = useEditedList({
    list: customList,
    draftsName: 'custom-items',
    fields: CUSTOM_LINE_FIELDS,
    watched: watchedLine('ordered', 'allotted'),
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
          quantityColumn('Ordered Quantity', 'ordered_quantity', 'half'),
          quantityColumn('Allotted Quantity', 'allotted_quantity', 'half'),
          statusColumn(
            table,
            'orders.answer',
            (row) => table.edits.field(row, 'status'),
            () => LINE_STATUS_OPTIONS,
          ),
          remarksColumn(table, 'orders.answer', (row) => table.edits.field(row, 'remarks')),
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
