import { flushSync } from 'react-dom'
import type { BoardLine } from '#src/contract/board.ts'
import {
  type CellId,
  cellAt,
  lineAt,
  NO_ENTRY,
  positionOf,
  toAnnouncement,
  useBoard,
} from './board-store.ts'
import { mayDo } from '#client/shared/session.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import { type Block, blockOf, type Cell, nextCell } from './model/moves.ts'

const { getState, setState } = useBoard

/** Makes a cell the active one; `isExtending` leaves the other corner of the block where it is. */
export function goTo(cell: CellId, isExtending = false): void {
  const { active, anchor } = getState()
  const corner = isExtending ? (anchor ?? active ?? cell) : null
  setState({ ...NO_ENTRY, active: cell, anchor: corner })
}

/** Puts the focus of the page on a cell of the board, from a control beside it. */
export function focusCell(cell: CellId): void {
  flushSync(() => goTo(cell))
  focusActiveCell()
}

/** Puts the focus of the page on the active cell, if a grid shows it. */
export const focusActiveCell = (): void =>
  document.querySelector<HTMLElement>('[role=gridcell][data-here]')?.focus({ preventScroll: true })

export function goToPosition(position: Cell, isExtending = false): void {
  const cell = cellAt(getState().view, position)
  if (cell) goTo(cell, isExtending)
}

/** The selected block of the cells shown; one cell is a block too. */
export function selectedBlock(): Block | null {
  const { view, active, anchor } = getState()
  const here = positionOf(view, active)
  return here && blockOf(positionOf(view, anchor) ?? here, here)
}

/** Selects a block of the cells shown; a side that is left out is that of the board. */
export function selectBlock(block: Partial<Block>): void {
  const { view } = getState()
  const { top = 0, left = 0 } = block
  const { bottom = view.items.length - 1, right = view.columns.length - 1 } = block
  setState({
    ...NO_ENTRY,
    active: cellAt(view, { row: top, column: left }),
    anchor: cellAt(view, { row: bottom, column: right }),
  })
}

export const selectRow = (row: number): void => selectBlock({ top: row, bottom: row })

export const selectColumn = (column: number): void => selectBlock({ left: column, right: column })

/** Selects the active cell alone; answers false when it is alone already. */
export function dropBlock(): boolean {
  if (!getState().anchor) return false
  setState({ ...NO_ENTRY, anchor: null })
  return true
}

/** The lines of the selected block by row; `undefined` where nothing was asked. */
export function selectedRows(): (BoardLine | undefined)[][] {
  const { index, view } = getState()
  const block = selectedBlock()
  if (!block) return []
  const { top, left, bottom, right } = block
  return view.items
    .slice(top, bottom + 1)
    .map(({ _id: itemId }) =>
      view.columns
        .slice(left, right + 1)
        .map(({ id: clubId }) => lineAt(index, { itemId, clubId })),
    )
}

export const selectedLines = (): BoardLine[] =>
  selectedRows().flatMap((row) => row.flatMap((line) => line ?? []))

/** Opens sharing for an item; its row becomes the active one. */
export function shareItem(itemId: string): void {
  const { view, active } = getState()
  const row = view.rowAt.get(itemId)
  const item = row === undefined ? undefined : view.items[row]
  if (row === undefined || !item) return
  if (active?.itemId !== itemId)
    goToPosition({ row, column: positionOf(view, active)?.column ?? 0 })
  setState({ sharing: { itemIds: [itemId], title: item.itemName, isOfShown: false } })
}

/** Opens the history of the line of the active cell. */
export function openHistory(): void {
  const { index, active } = getState()
  const placed = index.placed.get(lineAt(index, active)?._id ?? '')
  if (placed && mayDo('history.see')) setState({ historyOf: placed })
}

/** Goes to the next cell about which nobody has decided. */
export function goToUndecided(): void {
  const { index, view, drafts, active } = getState()
  const size = { rows: view.items.length, columns: view.columns.length }
  const from = positionOf(view, active) ?? { row: 0, column: -1 }
  const next = nextCell(from, size, (position) => {
    const line = lineAt(index, cellAt(view, position))
    return line !== undefined && isUndecided(line) && !drafts[line._id]
  })
  if (next) goToPosition(next)
  else setState(toAnnouncement('Nothing is undecided'))
}
