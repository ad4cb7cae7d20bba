import type { OrderLine, StockSummary } from '#src/contract/records.ts'
import { type Sheet, toFileName } from '#client/portal/lists/download.ts'

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
})

export const toCustomSheet = (lines: readonly OrderLine[]): Sheet => ({
  file: toFileName('external_inventory_items'),
  sheet: 'External Inventory',
  columns: ['Item Name', 'Total Ordered Quantity'],
  rows: lines.map((line) => [line.itemName, line.ordered_quantity]),
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
})
