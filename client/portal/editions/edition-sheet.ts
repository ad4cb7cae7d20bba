import type { Demand, EditionOrders } from '#src/contract/editions.ts'
import { endedStatus } from '#src/rules/club-status.ts'
import { type Sheet, toFileName, toPage } from '#client/portal/lists/download.ts'
import { PAGES } from '#client/shared/pages.ts'

/** The spreadsheet of an ended edition: its lines, and what was asked of each stock item. */
export const toEditionSheet = (
  { edition, clubs }: EditionOrders,
  demand: readonly Demand[],
): Sheet => ({
  file: toFileName(`${PAGES['/editions'].title} ${edition.name}`),
  ...toPage(
    'Lines',
    clubs.flatMap(({ lines, ...club }) => lines.map((line) => ({ ...club, ...line }))),
    {
      Club: (line) => line.clubName,
      Coordinator: (line) => line.cordName,
      Item: (line) => line.itemName,
      Asked: (line) => line.ordered_quantity,
      Given: (line) => line.allotted_quantity,
      'Handed over': (line) => line.delivered_quantity,
      Status: (line) => endedStatus(line).label,
      Remarks: (line) => line.remarks,
      Link: (line) => line.link,
    },
  ),
  more: [
    toPage(
      'Demand',
      demand.filter((row) => row.edition === edition._id),
      {
        Item: (row) => row.itemName,
        Clubs: (row) => row.clubs,
        Asked: (row) => row.asked,
        Given: (row) => row.given,
        'Handed over': (row) => row.handed_over,
      },
    ),
  ],
})
