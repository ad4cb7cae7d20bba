import type { KeyboardEvent } from 'react'
import { readWhole } from '#src/rules/number-text.ts'
import { positionOf, undoDraft, useBoard } from './board-store.ts'
import * as edits from './cell-edits.ts'
import { mayDo } from '#client/shared/session.ts'
import { moveBy } from './model/moves.ts'
import * as selection from './selection.ts'

const { getState } = useBoard

/** Answers whether the key does something here. */
function press(event: KeyboardEvent, page: number): boolean {
  const { view, active, typing } = getState()
  const here = positionOf(view, active)
  const { shiftKey } = event
  const ctrlKey = event.ctrlKey || event.metaKey
  const [rows, columns] = [view.items.length, view.columns.length]
  // Letters act with Caps Lock too.
  const key = /^[A-Z]$/.test(event.key) ? event.key.toLowerCase() : event.key
  const digit = readWhole(key)
  if (key === 'Enter' && !shiftKey && edits.askLate()) return true
  const to = here && moveBy({ key, shiftKey, ctrlKey }, here, { rows, columns, page })
  if (to) selection.goToPosition(to, shiftKey && key !== 'Tab' && key !== 'Enter')
  else if (ctrlKey && key === 'z' && !shiftKey) undoDraft()
  else if (ctrlKey && key === 'a') selection.selectBlock({})
  else if (ctrlKey && key === ' ' && here) selection.selectColumn(here.column)
  else if (ctrlKey) return false
  else if (shiftKey && key === ' ' && here) selection.selectRow(here.row)
  else if (key === 'n') selection.goToUndecided()
  else if (key === 'h') selection.openHistory()
  else if (!mayDo('orders.give')) return false
  else if (digit !== null) {
    if (!edits.askLate(digit)) edits.typeSign(key)
  } else if (key === 'Backspace') edits.typeSign(null)
  else if (key === 'Delete') edits.dropSelected()
  else if (key === '+') edits.stepBy(1)
  else if (key === '-') edits.stepBy(-1)
  else if (key === '=') edits.giveAllAsked()
  else if (key === 's' && active) selection.shareItem(active.itemId)
  else if (key === 'x') edits.giveNothing()
  else if (key === '.' || key === ',' || (typing && [...key].length === 1)) edits.typeSign(key)
  else return false
  return true
}

/** Runs the command of a key while a cell has the focus. `page`: the rows of one screen. The browser handles every other key. */
export function pressKey(event: KeyboardEvent<HTMLElement>, page: number): void {
  if (event.altKey || event.nativeEvent.isComposing) return
  if (event.key === 'Escape') {
    const isUsed = edits.cancelTyping() || edits.takeNothingBack() || selection.dropBlock()
    if (!isUsed && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return
  }
  if (press(event, page)) event.preventDefault()
}
