import { memo, useDeferredValue } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem } from '#src/contract/board.ts'
import { BoardCell } from './BoardCell.tsx'
import { cellKey, type Column, positionOf, useDesk } from './desk.ts'
import { blockOf } from './model/moves.ts'
import { totalsOfItem } from './model/totals.ts'
import { place } from './place.ts'
import { useRowLines } from './use-row-lines.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import styles from './Board.late.module.css'

const NO_TEXTS: readonly undefined[] = []

/** What the hand does in one row: where it stands, what it types, what it has selected, and what of a pasted block was not taken. */
function useHand({ _id: id }: BoardItem, row: number, columns: readonly Column[]) {
  const wrong = useDesk(
    useShallow(({ wrong: texts }) =>
      texts.size === 0
        ? NO_TEXTS
        : columns.map(({ id: clubId }) => texts.get(cellKey({ itemId: id, clubId }))),
    ),
  )
  const here = useDesk(({ at }) => (at?.itemId === id ? at.clubId : null))
  const typing = useDesk(({ at, typing: typed }) =>
    at?.itemId === id ? (typed?.text ?? null) : null,
  )
  const picked = useDesk(
    useShallow(({ view, at, anchor }) => {
      const [from, to] = [positionOf(view, anchor), positionOf(view, at)]
      if (!from || !to) return null
      const { top, bottom, left, right } = blockOf(from, to)
      return row < top || row > bottom ? null : { from: left, to: right }
    }),
  )
  return { wrong, here, typing, picked }
}

type RowProps = {
  item: BoardItem
  row: number
  /** Pixels from the first row. */
  y: number
  columns: readonly Column[]
  left: number
  right: number
  offsets: readonly number[]
}

/** The cells of one item for the clubs from `left` to `right`. A cell of which nothing is known is there only with the focus. */
export const BoardRow = memo(function BoardRow(props: RowProps) {
  const { item, row, y, columns, left, right, offsets } = props
  const { lines, drafts, isGone, wasOf } = useRowLines(item)
  const { wrong, here, typing, picked } = useHand(item, row, columns)
  // A cell that leaves the page with the focus on it is laid out twice: it leaves after the focus.
  const before = useDeferredValue(here)
  const rest = totalsOfItem(item, lines.values(), drafts).left
  return (
    <div
      {...TABLE_ROLES.row}
      aria-rowindex={row + 2}
      className={styles.Row}
      ref={(element) => place(element, { top: y })}
      data-here={here !== null || undefined}
      data-fifth={row % 5 === 4 || undefined}
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
            from={from}
            width={(offsets[column + 1] ?? from) - from}
            line={line}
            draft={line && drafts[line._id]}
            left={line ? rest : 0}
            was={line && wasOf(line)}
            isGone={line ? isGone(line) : false}
            wrongText={wrongText}
            isHere={isHere}
            isKept={isKept}
            isPicked={picked !== null && column >= picked.from && column <= picked.to}
            typing={isHere ? typing : null}
          />
        )
      })}
    </div>
  )
})
