import { type Sheet, toFileName } from '#client/portal/lists/download.ts'
import type { View } from './board-store.ts'
import { draftedOf, type LineDrafts } from './model/line-drafts.ts'
import { type BoardIndex, rowOf } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'

/** The board as shown, what was asked, and what is given: items down, clubs across. Typed units count as given. */
export function toBoardSheet(
  { items, columns }: Pick<View, 'items' | 'columns'>,
  index: BoardIndex,
  drafts: LineDrafts,
): Sheet {
  const names = columns.map(({ name }) => name)
  const linesOf = (itemId: string) => columns.map(({ id }) => rowOf(index, itemId).get(id))
  return {
    file: toFileName('board'),
    sheet: 'Board',
    columns: ['Item', 'On Shelf', 'Asked', 'Given', 'Short', ...names],
    rows: items.map((item) => {
      const { left, asked, given, short } = totalsOfItem(
        item,
        rowOf(index, item._id).values(),
        drafts,
      )
      const cells = linesOf(item._id).map((line) =>
        line ? `${draftedOf(line, drafts[line._id]).given} of ${line.ordered_quantity}` : '',
      )
      return [item.itemName, left, asked, given, short, ...cells]
    }),
    more: [
      {
        sheet: 'Asked',
        columns: ['Item', ...names],
        rows: items.map(({ _id, itemName }) => [
          itemName,
          ...linesOf(_id).map((line) => line?.ordered_quantity ?? ''),
        ]),
      },
      {
        sheet: 'Given',
        columns: ['Item', ...names],
        rows: items.map(({ _id, itemName }) => [
          itemName,
          ...linesOf(_id).map((line) => (line ? draftedOf(line, drafts[line._id]).given : '')),
        ]),
      },
    ],
  }
}
