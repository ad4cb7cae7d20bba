import { Link } from 'wouter'
import { customList } from '#client/portal/admin/lists.ts'
import { api, call } from '#client/portal/api.ts'
import { LINE_FIELDS, toLineChanges, withLineChange } from '#client/portal/editing/line-changes.ts'
import { PAGES } from '#client/shared/pages.ts'
import { LINE_STATUS_OPTIONS } from '#client/portal/editing/status-options.ts'
import { usePendingSave } from '#client/portal/editing/use-pending-save.ts'
import { DownloadButton } from '#client/portal/admin/DownloadButton.tsx'
import { nameColumn, remarksColumn, statusColumn } from '#client/portal/editing/edited-columns.tsx'
import { EditedTable } from '#client/portal/editing/EditedTable.tsx'
import { toCustomSheet } from '#client/portal/admin/sheets.ts'
import { linkColumn } from '#client/portal/admin/link-column.tsx'
import { LivePill } from '#client/portal/live/LivePill.tsx'
import { useEditedList } from '#client/portal/editing/use-edited-list.ts'
import { useSaving } from '#client/portal/editing/use-saving.ts'
import { LinkButton } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'

const WATCHED = [
  { word: 'ordered', read: (row: OrderLine) => row.ordered_quantity },
  { word: 'allotted', read: (row: OrderLine) => row.allotted_quantity },
  { word: 'status', read: (row: OrderLine) => lineStatusLabel(row.status) },
  { word: 'remarks', read: (row: OrderLine) => row.remarks },
]

const NOUNS = ['item', 'items'] as const

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
  const saves = usePendingSave<LineChange>('custom-items-save')
  const table = useEditedList({
    list: customList.use(),
    draftsName: 'custom-items',
    fields: LINE_FIELDS,
    watched: WATCHED,
    nouns: NOUNS,
    locked: saves.locked,
  })
  const saving = useSaving({
    table,
    list: customList,
    saves,
    toChanges: toLineChanges,
    write: (items, key) =>
      call(
        api.cart['update-multiple-cart-items'].put(
          { items },
          { headers: { 'idempotency-key': key } },
        ),
      ),
    withChange: withLineChange,
  })
  return (
    <Screen
      title={PAGES['/customitems'].title}
      actions={
        <>
          <LivePill />
          <DownloadButton toSheet={() => toCustomSheet(table.rows)} />
          <Link href="/inventoryadp" asChild>
            <LinkButton size="small" icon="left">
              Back to Home
            </LinkButton>
          </Link>
        </>
      }
    >
      <EditedTable
        label="External demand"
        table={table}
        saving={saving}
        columns={[
          nameColumn('Item Name', table),
          ...QUANTITIES,
          statusColumn(table, 'status', () => LINE_STATUS_OPTIONS),
          remarksColumn(table, 'remarks'),
          linkColumn('No link'),
        ]}
        onRetry={() => void customList.reload()}
        empty={
          <EmptyState title="No external demand">
            Items that clubs ask for beyond the stock appear here as soon as they are ordered.
          </EmptyState>
        }
      />
    </Screen>
  )
}
