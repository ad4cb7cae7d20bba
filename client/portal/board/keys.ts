import type { KeyboardEvent } from 'react'
import { readWhole } from '#src/rules/number-text.ts'
import { positionOf, undoDraft, useBoard } from './board-store.ts'
import * as edits from './cell-edits.ts'
import { mayDo } from '#client/shared/session.ts'
import { moveBy } from './model/moves.ts'
import { giveNothing, takeNothingBack } from './nothing.ts'
import * as selection from './selection.ts'

const { getState } = useBoard

/** The keys that act with Ctrl, or with Command; answers false for another one. */
function pressWithCtrl(key: string): boolean {
  const { view, active } = getState()
  const here = positionOf(view, active)
  const bottom = view.items.length - 1
  const right = view.columns.length - 1
  if (key === 'z') undoDraft()
  else if (key === 'a') selection.selectBlock({ top: 0, left: 0, bottom, right })
  else if (key === ' ' && here) selection.selectColumn(here.column)
  else return false
  return true
}

/** The keys that decide about the cell or the block; answers false for another one. */
function pressOnCell(key: string): boolean {
  const { active, typing } = getState()
  const digit = readWhole(key)
  if (key === 'n' || key === 'N') selection.goToUndecided()
  else if (key === 'h' || key === 'H') selection.openHistory()
  else if (!mayDo('orders.give')) return false
  else if (digit !== null) {
    if (!edits.askLate(digit)) edits.typeSign(key)
  } else if (key === 'Backspace') edits.typeSign(null)
  else if (key === 'Delete') edits.dropSelected()
  else if (key === '+') edits.stepBy(1)
  else if (key === '-') edits.stepBy(-1)
  else if (key === '=') edits.giveAllAsked()
  else if ((key === 's' || key === 'S') && active) selection.shareItem(active.itemId)
  else if (key === 'x' || key === 'X') giveNothing()
  else if (key === '.' || key === ',' || (typing && [...key].length === 1)) edits.typeSign(key)
  else return false
  return true
}

/** Moves the focus, or the corner of the block with Shift; answers false when the key leads nowhere here. */
function move(event: KeyboardEvent, page: number): boolean {
  const { view, active } = getState()
  const from = positionOf(view, active)
  if (!from) return false
  const size = { rows: view.items.length, columns: view.columns.length, page }
  const { key, shiftKey } = event
  const to = moveBy({ key, shiftKey, ctrlKey: event.ctrlKey || event.metaKey }, from, size)
  if (!to) return false
  selection.goToPosition(to, shiftKey && key !== 'Tab' && key !== 'Enter')
  return true
}

/** Answers whether the key does something here. */
function press(event: KeyboardEvent, page: number): boolean {
  const { key, ctrlKey, metaKey, shiftKey } = event
  if (key === 'Enter' && !shiftKey && edits.askLate()) return true
  if (move(event, page)) return true
  if (ctrlKey || metaKey) return pressWithCtrl(key)
  const { view, active } = getState()
  const here = positionOf(view, active)
  if (key === ' ' && shiftKey && here) {
    selection.selectRow(here.row)
    return true
  }
  return pressOnCell(key)
}

/** Runs the command of a key while a cell has the focus. `page`: the rows of one screen. The browser handles every other key. */
export function pressKey(event: KeyboardEvent<HTMLElement>, page: number): void {
  if (event.altKey || event.nativeEvent.isComposing) return
  if (event.key === 'Escape') {
    const isUsed = edits.cancelTyping() || takeNothingBack() || selection.dropBlock()
    if (!isUsed && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return
  }
  if (press(event, page)) event.preventDefault()
}
