import type { OrderLine } from '#src/contract/records.ts'
import type { Sheet } from '#client/portal/admin/download.ts'

/** One club's order as a spreadsheet. */
export const toOrderSheet = (clubName: string, lines: readonly OrderLine[]): Sheet => ({
  file: `${clubName}.xlsx`,
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
