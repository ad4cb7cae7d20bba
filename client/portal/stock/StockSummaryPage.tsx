import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import type { Drafts, Fields } from '#client/portal/drafts/drafts.ts'
import { useEditedList } from '#client/portal/drafts/use-edited-list.ts'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { useItemLedger } from './use-item-ledger.tsx'
import { vendors } from '#client/content/vendors.ts'
import { summaryList } from '#client/portal/orders/lists.ts'
import { api, call } from '#client/portal/data/api.ts'
import { stockStatusOptions } from '#client/portal/orders/status-options.ts'
import {
  nameColumn,
  quantityColumn,
  remarksColumn,
  statusColumn,
} from '#client/portal/drafts/edited-columns.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { toStockSheet } from '#client/portal/orders/sheets.ts'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import type { StockNote, StockSummary } from '#src/contract/records.ts'

type Notes = Pick<StockSummary, 'itemOrderedStatus' | 'itemRemark'>

const FIELDS: Fields<StockSummary, Notes> = {
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

const toNotes = (drafts: Drafts<Notes>): StockNote[] =>
  Object.entries(drafts).map(([_id, { itemOrderedStatus, itemRemark }]) => ({
    _id,
    ...(itemOrderedStatus && { itemOrderedStatus: itemOrderedStatus.mine }),
    ...(itemRemark && { itemRemark: itemRemark.mine }),
  }))

export default function StockSummaryPage() {
  const table = useEditedList({
    list: summaryList,
    draftsName: 'stock-summary',
    fields: FIELDS,
    watched: WATCHED,
    saveName: null,
    toChanges: toNotes,
    save: (notes: StockNote[]) =>
      call(api.inventorys['update-inventory-items'].put(notes), { updated: 0 }),
  })
  const ledger = useItemLedger()
  return (
    <AdminScreen toSheet={table.phase === 'ready' ? () => toStockSheet(table.rows) : null}>
      <EditedTable
        label="Items in stock"
        table={table}
        columns={[
          nameColumn('Item Name', table, ledger.open),
          quantityColumn('Available Quantity', 'availableQuantity', 'Available'),
          quantityColumn('Total Ordered Quantity', 'totalOrderedQuantity', 'Ordered'),
          quantityColumn('Total Allotted Quantity', 'totalAllottedQuantity', 'Allotted'),
          statusColumn(
            table,
            'stock.edit',
            (row) => table.edits.field(row, 'itemOrderedStatus'),
            (current) => stockStatusOptions(vendors, current),
          ),
          remarksColumn(table, 'stock.edit', (row) => table.edits.field(row, 'itemRemark')),
        ]}
        empty={
          <EmptyState
            title="No items yet"
            action={
              <LinkButton href="/inventoryadp" variant="primary">
                Add an item
              </LinkButton>
            }
          >
            Items are added under Stock.
          </EmptyState>
        }
      />
      {ledger.drawer}
    </AdminScreen>
  )
}
