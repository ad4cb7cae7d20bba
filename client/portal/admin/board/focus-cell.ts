import { flushSync } from 'react-dom'
import type { At } from './desk.ts'
import { goTo } from './hand.ts'

/** Puts the focus of the page on a cell of the board, from a control beside it. */
export function focusCell(at: At): void {
  // The grid takes the focus to the cell that it knows of.
  flushSync(() => goTo(at))
  document.querySelector<HTMLElement>('section:has(> [role=grid])')?.focus({
    preventScroll: true,
  })
}
