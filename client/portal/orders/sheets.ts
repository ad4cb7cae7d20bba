import { inNameOrder } from '#src/contract/list-order.ts'
import type { CustomLine, OrderLine, StockSummary } from '#src/contract/records.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { type Sheet, toFileName, toPage } from '#client/portal/lists/download.ts'

/** A status as it is read; `""` for none. */
export const statusText = (status: LineStatus): string =>
  status === '' ? '' : lineStatusLabel(status)

export const toStockSheet = (items: readonly StockSummary[]): Sheet => ({
  file: toFileName('inventory_items'),
  ...toPage('Inventory', items, {
    'Item Name': (item) => item.itemName,
    'Available Quantity': (item) => item.availableQuantity,
    'Total Ordered Quantity': (item) => item.totalOrderedQuantity,
    'Total Allotted Quantity': (item) => item.totalAllottedQuantity,
  }),
  more: [
    toPage('Status', items, {
      'Item Name': (item) => item.itemName,
      Status: (item) => item.itemOrderedStatus,
      Remarks: (item) => item.itemRemark,
    }),
  ],
})

export const toCustomSheet = (lines: readonly CustomLine[]): Sheet => ({
  file: toFileName('external_inventory_items'),
  ...toPage('External Inventory', lines, {
    'Item Name': (line) => line.itemName,
    'Total Ordered Quantity': (line) => line.ordered_quantity,
  }),
  more: [
    toPage(
      'By club',
      inNameOrder(lines, ({ clubName }) => clubName),
      {
        Club: (line) => line.clubName,
        Coordinator: (line) => line.cordName,
        Phone: (line) => line.contact,
        Item: (line) => line.itemName,
        Quantity: (line) => line.ordered_quantity,
        Link: (line) => line.link,
        Status: (line) => statusText(line.status),
        Remarks: (line) => line.remarks,
      },
    ),
  ],
})

export const toOrderSheet = (clubName: string, lines: readonly OrderLine[]): Sheet => ({
  file: toFileName(clubName),
  ...toPage('Order', lines, {
    'Item Name': (line) => line.itemName,
    'Items Required': (line) => line.ordered_quantity,
    'Given Quantity': (line) => line.allotted_quantity,
    Remarks: (line) => line.remarks,
    Link: (line) => line.link,
  }),
  more: [
    toPage('Status', lines, {
      'Item Name': (line) => line.itemName,
      Asked: (line) => line.ordered_quantity,
      Given: (line) => line.allotted_quantity,
      Status: (line) => statusText(line.status),
      Remarks: (line) => line.remarks,
      Link: (line) => line.link,
    }),
  ],
})
