import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { type Sheet, toFileName } from '#client/portal/lists/download.ts'
import { PAGES } from '#client/shared/pages.ts'
import { statusText } from '#client/portal/orders/sheets.ts'
import type { View } from './board-store.ts'
import { draftedOf, type LineDrafts } from './model/line-drafts.ts'
import { type BoardIndex, rowOf } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'

/** An item's numbers as they stand in front of its cells: on the shelf, asked, given and short. */
export function numbersOf(item: BoardItem, index: BoardIndex, drafts: LineDrafts): number[] {
  const { left, asked, given, short } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  return [left, asked, given, short]
}

/** The board as shown, what was asked, and what is given: items down, clubs across. Typed units count as given. */
export function toBoardSheet(
  { items, columns }: Pick<View, 'items' | 'columns'>,
  index: BoardIndex,
  drafts: LineDrafts,
): Sheet {
  const names = columns.map(({ name }) => name)
  type Cell = (line: BoardLine | undefined) => string | number
  const cellsOf = ({ _id }: BoardItem, toCell: Cell) =>
    columns.map(({ id }) => toCell(rowOf(index, _id).get(id)))
  const drafted = (line: BoardLine) => draftedOf(line, drafts[line._id])
  const given = (line: BoardLine) => drafted(line).given
  const oneValue = (sheet: string, toValue: (line: BoardLine) => string | number) => ({
    sheet,
    columns: ['Item', ...names],
    rows: items.map((item) => [
      item.itemName,
      ...cellsOf(item, (line) => (line ? toValue(line) : '')),
    ]),
  })
  return {
    file: toFileName(PAGES['/board'].title),
    sheet: 'Board',
    columns: ['Item', 'On Shelf', 'Asked', 'Given', 'Short', ...names],
    rows: items.map((item) => {
      const cells = cellsOf(item, (line) =>
        // A spreadsheet takes "3/5" for a day.
        line ? `${given(line)} of ${line.ordered_quantity}` : '',
      )
      return [item.itemName, ...numbersOf(item, index, drafts), ...cells]
    }),
    more: [
      oneValue('Asked', (line) => line.ordered_quantity),
      oneValue('Given', given),
      oneValue('Status', (line) => statusText(drafted(line).status)),
      oneValue('Remarks', (line) => drafted(line).remarks),
    ],
  }
}
