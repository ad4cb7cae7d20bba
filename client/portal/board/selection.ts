import { flushSync } from 'react-dom'
import type { BoardLine } from '#src/contract/board.ts'
import { type CellId, cellAt, lineAt, positionOf, toAnnouncement, useBoard } from './board-store.ts'
import { mayDo } from '#client/shared/session.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import { type Block, blockOf, type Cell, nextCell } from './model/moves.ts'

const { getState, setState } = useBoard

/** Makes a cell the active one; `isExtending` leaves the other corner of the block where it is. */
export function goTo(cell: CellId, isExtending = false): void {
  const { active, anchor } = getState()
  setState({ active: cell, anchor: isExtending ? (anchor ?? active ?? cell) : null, typing: null })
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

export function selectBlock({ top, left, bottom, right }: Block): void {
  const { view } = getState()
  setState({
    active: cellAt(view, { row: top, column: left }),
    anchor: cellAt(view, { row: bottom, column: right }),
    typing: null,
  })
}

export function selectRow(row: number): void {
  const right = getState().view.columns.length - 1
  selectBlock({ top: row, left: 0, bottom: row, right })
}

export function selectColumn(column: number): void {
  const bottom = getState().view.items.length - 1
  selectBlock({ top: 0, left: column, bottom, right: column })
}

/** Selects the active cell alone; answers false when it is alone already. */
export function dropBlock(): boolean {
  if (!getState().anchor) return false
  setState({ anchor: null })
  return true
}

/** The lines of a block, without removed ones. */
export function linesOf({ top, left, bottom, right }: Block): BoardLine[] {
  const { index, view, removed } = getState()
  const lines: BoardLine[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const line = lineAt(index, cellAt(view, { row, column }))
      if (line && !removed.has(line._id)) lines.push(line)
    }
  }
  return lines
}

export function selectedLines(): BoardLine[] {
  const block = selectedBlock()
  return block ? linesOf(block) : []
}

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
  const line = lineAt(index, active)
  if (line && mayDo('history.see')) setState({ historyOf: line._id })
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
