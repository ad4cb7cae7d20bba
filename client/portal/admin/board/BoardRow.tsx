import { memo, useDeferredValue } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem } from '#src/contract/board.ts'
import { cx } from '#client/shared/cx.ts'
import { BoardCell } from './BoardCell.tsx'
import type { RowRule } from './BoardFrame.tsx'
import { cellKey, type Column, positionOf, useDesk } from './desk.ts'
import { blockOf } from './model/moves.ts'
import { totalsOfItem } from './model/totals.ts'
import { place } from './place.ts'
import { useRowLines } from './use-row-lines.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import cell from './BoardCell.late.module.css'
import grid from './BoardGrid.late.module.css'

const NO_TEXTS: readonly undefined[] = []
/** No row and no column lies in it. */
const NO_BLOCK = { top: 0, bottom: -1, left: 0, right: -1 }
const NO_HAND = { here: null, typing: null, from: 0, to: -1 }

/** What the hand does in one row: where it stands, what it types, what it has selected, and what of a pasted block was not taken. */
function useHand({ _id: id }: BoardItem, row: number, columns: readonly Column[]) {
  const wrong = useDesk(
    useShallow(({ wrong: texts }) =>
      texts.size === 0
        ? NO_TEXTS
        : columns.map(({ id: clubId }) => texts.get(cellKey({ itemId: id, clubId }))),
    ),
  )
  const hand = useDesk(
    useShallow(({ view, at, anchor, typing }) => {
      const isHere = at?.itemId === id
      if (!isHere && !anchor) return NO_HAND
      const here = isHere ? at.clubId : null
      const typed = isHere ? (typing?.text ?? null) : null
      const [from, to] = [positionOf(view, anchor), positionOf(view, at)]
      const { top, bottom, left, right } = from && to ? blockOf(from, to) : NO_BLOCK
      const isPicked = row >= top && row <= bottom
      return { here, typing: typed, from: isPicked ? left : 0, to: isPicked ? right : -1 }
    }),
  )
  return { ...hand, wrong }
}

type RowProps = {
  item: BoardItem
  row: number
  /** Pixels from the first row. */
  y: number
  /** The rule below it: a plank ends the short items, and a heavier line each five rows. */
  rule: RowRule
  columns: readonly Column[]
  left: number
  right: number
  offsets: readonly number[]
}

/** The cells of one item for the clubs from `left` to `right`. A cell of which nothing is known is there only with the focus. */
export const BoardRow = memo(function BoardRow(props: RowProps) {
  const { item, row, y, rule, columns, left, right, offsets } = props
  const { lines, drafts, isGone, wasOf } = useRowLines(item)
  const { wrong, here, typing, from: firstPicked, to: lastPicked } = useHand(item, row, columns)
  // A cell that leaves the page with the focus on it is laid out twice: it leaves after the focus.
  const before = useDeferredValue(here)
  const rest = totalsOfItem(item, lines.values(), drafts).left
  // As wide as its cells: the browser keeps the picture of a row only when all of it is near the view.
  const start = offsets[left] ?? 0
  const end = offsets[right] ?? start
  return (
    <div
      {...TABLE_ROLES.row}
      aria-rowindex={row + 2}
      className={cx(grid.Line, cell.Row)}
      ref={(element) => place(element, { top: y, left: start, width: end - start })}
      data-here={here !== null || undefined}
      data-rule={rule}
    >
      {columns.map(({ id, name }, column) => {
        const isHere = here === id
        const isKept = isHere || before === id
        if ((column < left || column >= right) && !isKept) return null
        const line = lines.get(id)
        const wrongText = wrong[column]
        if (!line && !isKept && wrongText === undefined) return null
        const from = offsets[column] ?? 0
        return (
          <BoardCell
            key={id}
            itemName={item.itemName}
            clubName={name}
            column={column}
            from={from - start}
            width={(offsets[column + 1] ?? from) - from}
            line={line}
            draft={line && drafts[line._id]}
            left={line ? rest : 0}
            was={line && wasOf(line)}
            isGone={line ? isGone(line) : false}
            wrongText={wrongText}
            isHere={isHere}
            isKept={isKept}
            isPicked={column >= firstPicked && column <= lastPicked}
            typing={isHere ? typing : null}
          />
        )
      })}
    </div>
  )
})
