import { flushSync } from 'react-dom'
import type { CellId } from './board-store.ts'
import { goTo } from './selection.ts'

/** Puts the focus of the page on a cell of the board, from a control beside it. */
export function focusCell(cell: CellId): void {
  flushSync(() => goTo(cell))
  document.querySelector<HTMLElement>('[role=gridcell][data-here]')?.focus({ preventScroll: true })
}
