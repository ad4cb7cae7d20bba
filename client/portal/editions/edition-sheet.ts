import type { Demand, EditionOrders } from '#src/contract/editions.ts'
import { endedStatus } from '#src/rules/club-status.ts'
import { type Sheet, toFileName } from '#client/portal/lists/download.ts'

/** The spreadsheet of an ended edition: its lines, and what was asked of each stock item. */
export const toEditionSheet = (
  { edition, clubs }: EditionOrders,
  demand: readonly Demand[],
): Sheet => ({
  file: toFileName(`Editions ${edition.name}`),
  sheet: 'Lines',
  columns: [
    'Club',
    'Coordinator',
    'Item',
    'Asked',
    'Given',
    'Handed over',
    'Status',
    'Remarks',
    'Link',
  ],
  rows: clubs.flatMap(({ clubName, cordName, lines }) =>
    lines.map((line) => [
      clubName,
      cordName,
      line.itemName,
      line.ordered_quantity,
      line.allotted_quantity,
      line.delivered_quantity,
      endedStatus(line).label,
      line.remarks,
      line.link,
    ]),
  ),
  more: [
    {
      sheet: 'Demand',
      columns: ['Item', 'Clubs', 'Asked', 'Given', 'Handed over'],
      rows: demand
        .filter((row) => row.edition === edition._id)
        .map((row) => [row.itemName, row.clubs, row.asked, row.given, row.handed_over]),
    },
  ],
})
