import { Link } from 'wouter'
import { vendors } from '#client/content/vendors.ts'
import { summaryList } from '#client/portal/admin/lists.ts'
import { api, call } from '#client/portal/api.ts'
import type { DraftFields, Drafts } from '#client/portal/editing/merge-drafts.ts'
import { PAGES } from '#client/shared/pages.ts'
import { stockStatusOptions } from '#client/portal/editing/status-options.ts'
import { usePendingSave } from '#client/portal/editing/use-pending-save.ts'
import { DownloadButton } from '#client/portal/admin/DownloadButton.tsx'
import { nameColumn, remarksColumn, statusColumn } from '#client/portal/editing/edited-columns.tsx'
import { EditedTable } from '#client/portal/editing/EditedTable.tsx'
import { toStockSheet } from '#client/portal/admin/sheets.ts'
import { LivePill } from '#client/portal/live/LivePill.tsx'
import { useEditedList } from '#client/portal/editing/use-edited-list.ts'
import { useSaving } from '#client/portal/editing/use-saving.ts'
import { LinkButton } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import type { StockNote, StockSummary } from '#src/contract/records.ts'

const FIELDS: DraftFields<StockSummary> = {
  itemOrderedStatus: { read: (row) => row.itemOrderedStatus },
  itemRemark: { read: (row) => row.itemRemark },
}

const WATCHED = [
  { word: 'available', read: (row: StockSummary) => row.availableQuantity },
  { word: 'ordered', read: (row: StockSummary) => row.totalOrderedQuantity },
  { word: 'allotted', read: (row: StockSummary) => row.totalAllottedQuantity },
  { word: 'status', read: (row: StockSummary) => row.itemOrderedStatus },
  { word: 'remarks', read: (row: StockSummary) => row.itemRemark },
]

const NOUNS = ['item', 'items'] as const

const toNotes = (drafts: Drafts): StockNote[] =>
  Object.entries(drafts).map(([_id, { itemOrderedStatus, itemRemark }]) => ({
    _id,
    ...(itemOrderedStatus && { itemOrderedStatus: itemOrderedStatus.mine }),
    ...(itemRemark && { itemRemark: itemRemark.mine }),
  }))

const quantityColumn = (
  head: string,
  label: string,
  read: (row: StockSummary) => number,
): Column<StockSummary> => ({
  key: label,
  head,
  label,
  kind: 'number',
  stacked: 'third',
  cell: (row) => <Quantity value={read(row)} />,
})

const QUANTITIES = [
  quantityColumn('Available Quantity', 'Available', (row) => row.availableQuantity),
  quantityColumn('Total Ordered Quantity', 'Ordered', (row) => row.totalOrderedQuantity),
  quantityColumn('Total Allotted Quantity', 'Allotted', (row) => row.totalAllottedQuantity),
]

export function StockSummaryPage() {
  const saves = usePendingSave<StockNote>(null)
  const table = useEditedList({
    list: summaryList.use(),
    draftsName: 'stock-summary',
    fields: FIELDS,
    watched: WATCHED,
    nouns: NOUNS,
    locked: saves.locked,
  })
  const saving = useSaving({
    table,
    list: summaryList,
    saves,
    toChanges: toNotes,
    write: (notes) => call(api.inventorys['update-inventory-items'].put(notes)),
    withChange: (row, note) => ({ ...row, ...note }),
  })
  return (
    <Screen
      title={PAGES['/items'].title}
      actions={
        <>
          <LivePill />
          <DownloadButton toSheet={() => toStockSheet(table.rows)} />
          <Link href="/inventoryadp" asChild>
            <LinkButton size="small" icon="left">
              Back to Home
            </LinkButton>
          </Link>
        </>
      }
    >
      <EditedTable
        label="Items in stock"
        table={table}
        saving={saving}
        columns={[
          nameColumn('Item Name', table),
          ...QUANTITIES,
          statusColumn(table, 'itemOrderedStatus', (current) =>
            stockStatusOptions(vendors, current),
          ),
          remarksColumn(table, 'itemRemark'),
        ]}
        onRetry={() => void summaryList.reload()}
        empty={
          <EmptyState
            title="No items yet"
            action={
              <Link href="/inventoryadp" asChild>
                <LinkButton variant="primary">Add an item</LinkButton>
              </Link>
            }
          >
            Items are added on the inventory page.
          </EmptyState>
        }
      />
    </Screen>
  )
}
