import { inNameOrder } from '#src/contract/list-order.ts'
import type { CustomLine, OrderLine, StockSummary } from '#src/contract/records.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { type Sheet, toFileName } from '#client/portal/lists/download.ts'

/** A status as it is read; `""` for none. */
export const statusText = (status: LineStatus): string =>
  status === '' ? '' : lineStatusLabel(status)

export const toStockSheet = (items: readonly StockSummary[]): Sheet => ({
  file: toFileName('inventory_items'),
  sheet: 'Inventory',
  columns: ['Item Name', 'Available Quantity', 'Total Ordered Quantity', 'Total Allotted Quantity'],
  rows: items.map((item) => [
    item.itemName,
    item.availableQuantity,
    item.totalOrderedQuantity,
    item.totalAllottedQuantity,
  ]),
  more: [
    {
      sheet: 'Status',
      columns: ['Item Name', 'Status', 'Remarks'],
      rows: items.map((item) => [item.itemName, item.itemOrderedStatus, item.itemRemark]),
    },
  ],
})

export const toCustomSheet = (lines: readonly CustomLine[]): Sheet => ({
  file: toFileName('external_inventory_items'),
  sheet: 'External Inventory',
  columns: ['Item Name', 'Total Ordered Quantity'],
  rows: lines.map((line) => [line.itemName, line.ordered_quantity]),
  more: [
    {
      sheet: 'By club',
      columns: ['Club', 'Coordinator', 'Phone', 'Item', 'Quantity', 'Link', 'Status', 'Remarks'],
      rows: inNameOrder(lines, ({ clubName }) => clubName).map((line) => [
        line.clubName,
        line.cordName,
        line.contact,
        line.itemName,
        line.ordered_quantity,
        line.link,
        statusText(line.status),
        line.remarks,
      ]),
    },
  ],
})

export const toOrderSheet = (clubName: string, lines: readonly OrderLine[]): Sheet => ({
  file: toFileName(clubName),
  sheet: 'Order',
  columns: ['Item Name', 'Items Required', 'Given Quantity', 'Remarks', 'Link'],
  rows: lines.map((line) => [
    line.itemName,
    line.ordered_quantity,
    line.allotted_quantity,
    line.remarks,
    line.link,
  ]),
  more: [
    {
      sheet: 'Status',
      columns: ['Item Name', 'Asked', 'Given', 'Status', 'Remarks', 'Link'],
      rows: lines.map((line) => [
        line.itemName,
        line.ordered_quantity,
        line.allotted_quantity,
        statusText(line.status),
        line.remarks,
        line.link,
      ]),
    },
  ],
})
