import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import {
  type BoardState,
  type CellId,
  cellKey,
  type Column,
  positionOf,
  useBoard,
} from './board-store.ts'
import { conflictsOf, draftedOf, type LineDraft } from './model/line-drafts.ts'
import { blockOf } from './model/moves.ts'
import { nameOfCell } from './model/words.ts'
import styles from './BoardGrid.module.css'

/** Columns before the first club: item, on shelf, asked, given, short. */
export const HEADER_COLUMNS = 5

/** The columns, those of them that are in the page (`right` does not belong to them), and in pixels where the first stands and how wide each is. */
export type Across = {
  columns: readonly Column[]
  left: number
  right: number
  from: number
  width: number
}

export const SIGNS: Partial<Record<LineStatus, IconName>> = {
  Delivered: 'check',
  Ready: 'box',
  Rejected: 'ban',
  [ONLINE_RETAILER]: 'truck',
}

const hasConflict = (line: BoardLine, draft: LineDraft | undefined) =>
  conflictsOf(line, draft).some(({ field }) => field === 'given')

function stateOf(line: BoardLine, draft: LineDraft | undefined): string {
  const { given, status } = draftedOf(line, draft)
  if (draft) return 'draft'
  if (status === 'Rejected') return 'rejected'
  if (status === 'Delivered') return 'delivered'
  if (given >= line.ordered_quantity) return 'all'
  if (given > 0) return 'part'
  return status === ONLINE_RETAILER ? 'online' : 'none'
}

type NumbersProps = {
  line: BoardLine
  draft: LineDraft | undefined
  state: string
  isMarked: boolean
}

/** Before and after, and what was asked where three numbers fit. */
function Numbers({ line, draft, state, isMarked }: NumbersProps) {
  const asked = line.ordered_quantity
  const saved = line.allotted_quantity
  const { given } = draftedOf(line, draft)
  const rest = <small>/{asked}</small>
  if (hasConflict(line, draft))
    return (
      <>
        <b>{given}</b>
        <i className={styles.Or} />
        <b className={styles.Theirs}>{saved}</b>
      </>
    )
  if (state === 'rejected') return <s>{asked}</s>
  if (draft?.given) {
    const isRoom = `${saved}${given}${asked}`.length + (isMarked ? 2 : 0) <= 5
    // More than was asked is said before what it was.
    return given > asked && !isRoom ? (
      <>
        <b>{given}</b>
        {rest}
      </>
    ) : (
      <>
        <small>{saved}</small>
        <i className={styles.To} />
        <b>{given}</b>
        {isRoom && rest}
      </>
    )
  }
  return (
    <>
      <b>{given}</b>
      {given !== asked && rest}
    </>
  )
}

/** How much of what was asked is given, as a bar. */
export const Part = ({ of, given }: { of: number; given: number }) => (
  <i
    className={styles.Part}
    data-full={given >= of || undefined}
    style={{ backgroundSize: `${Math.min(100, (100 * given) / of)}% 100%` }}
  />
)

type CellProps = {
  item: BoardItem
  club: Column
  column: number
  /** Pixels from the left of the row, and how wide the column is. */
  start: number
  width: number
  line: BoardLine | undefined
  /** On the item's shelf over all drafts. */
  left: number
}

function isInBlock({ view, active, anchor }: BoardState, cell: CellId): boolean {
  const [from, to, here] = [anchor, active, cell].map((one) => positionOf(view, one))
  if (!from || !to || !here) return false
  const { top, bottom, left, right } = blockOf(from, to)
  return here.row >= top && here.row <= bottom && here.column >= left && here.column <= right
}

/** The state of one cell: its draft, its marks and whether it is selected. */
function useCell({ item, club, line }: CellProps) {
  return useBoard(
    useShallow((board) => {
      const cell = { itemId: item._id, clubId: club.id }
      const isHere = board.active?.itemId === cell.itemId && board.active.clubId === cell.clubId
      return {
        draft: line && board.drafts[line._id],
        was: line && board.changed.get(line._id),
        notTaken: board.notTaken.get(cellKey(cell)),
        isHere,
        isPicked: board.anchor !== null && isInBlock(board, cell),
        typing: isHere ? (board.typing?.text ?? null) : null,
      }
    }),
  )
}

/** One cell: what a club is given of what it asked. */
export const BoardCell = memo(function BoardCell(props: CellProps) {
  const { item, club, line, column, start, width, left } = props
  const { draft, was, notTaken, isHere, isPicked, typing } = useCell(props)
  const now = line && draftedOf(line, draft)
  const given = draft?.given?.mine
  const isTyped = line !== undefined && given !== undefined
  const isOver = isTyped && left < 0 && given > line.allotted_quantity
  const isConflict = line !== undefined && conflictsOf(line, draft).length > 0
  const isBad = isOver || notTaken !== undefined
  const text = typing ?? notTaken
  const state = line && stateOf(line, draft)
  const isNews = was !== undefined || isConflict
  const sign = isBad ? 'warning' : isNews ? 'live' : now && SIGNS[now.status]
  return (
    <div
      {...TABLE_ROLES.gridcell}
      className={styles.Cell}
      style={{ left: start, width }}
      aria-colindex={column + HEADER_COLUMNS + 1}
      aria-selected={isHere || isPicked || undefined}
      aria-invalid={isBad || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a cell of a grid takes the focus
      tabIndex={isHere ? 0 : undefined}
      data-state={state}
      data-less={(isTyped && given < line.allotted_quantity) || undefined}
      data-status={(!isOver && now?.status) || undefined}
      data-here={isHere || undefined}
      data-picked={isPicked || undefined}
      data-bad={isBad || undefined}
      data-now={was !== undefined || undefined}
      data-conflict={isConflict || undefined}
      data-held={line?.announced !== undefined || undefined}
    >
      <span className="sr">{nameOfCell({ club, item, line, draft, left, was, notTaken })}</span>
      {sign && <Icon name={sign} />}
      {line && now && state && (
        <span aria-hidden="true">
          {text === undefined ? (
            <>
              <span className={styles.Numbers}>
                <Numbers line={line} draft={draft} state={state} isMarked={isOver} />
              </span>
              {state !== 'rejected' && state !== 'none' && (
                <Part of={line.ordered_quantity} given={now.given} />
              )}
            </>
          ) : (
            <i className={styles.Typed} data-typing={typing !== null || undefined}>
              {text}
            </i>
          )}
        </span>
      )}
    </div>
  )
})
