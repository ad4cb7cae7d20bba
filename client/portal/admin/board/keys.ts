import type { KeyboardEvent } from 'react'
import { positionOf, takeBackDraft, useDesk } from './desk.ts'
import * as hand from './hand.ts'
import { countHintUse } from './hints.ts'
import { moveBy } from './model/moves.ts'

type Options = {
  /** Rows of one screen. */
  page: number
  onShare: (itemId: string) => void
}

const { getState: desk } = useDesk

/** The keys that act with Ctrl, or with Command. */
function pressWithCtrl(key: string): boolean {
  const { view, at } = desk()
  const here = positionOf(view, at)
  const bottom = view.items.length - 1
  const right = view.columns.length - 1
  if (key === 'z') takeBackDraft()
  else if (key === 'a') hand.selectBlock({ top: 0, left: 0, bottom, right })
  else if (key === ' ' && here)
    hand.selectBlock({ top: 0, bottom, left: here.column, right: here.column })
  else return false
  return true
}

/** The keys that decide about the cell or the block; answers false for a key that does not. */
function pressOnCell(key: string, { onShare }: Options): boolean {
  const { at } = desk()
  if (/^[\d=]$|^Delete$/.test(key)) countHintUse()
  if (/^\d$/.test(key)) {
    if (!hand.askLate(Number(key))) hand.type(key)
  } else if (key === 'Backspace') hand.type(null)
  else if (key === 'Delete') hand.dropSelected()
  else if (key === '+') hand.stepBy(1)
  else if (key === '-') hand.stepBy(-1)
  else if (key === '=') hand.giveAllAsked()
  else if (key === 'n' || key === 'N') hand.goToUndecided()
  else if ((key === 's' || key === 'S') && at) onShare(at.itemId)
  else return false
  return true
}

/** Moves the focus, or the corner of the block with Shift; answers false when the key leads nowhere here. */
function move(event: KeyboardEvent, page: number): boolean {
  const { view, at } = desk()
  const from = positionOf(view, at)
  if (!from) return false
  const size = { rows: view.items.length, columns: view.columns.length, page }
  const { key, shiftKey } = event
  const to = moveBy({ key, shiftKey, ctrlKey: event.ctrlKey || event.metaKey }, from, size)
  if (!to) return false
  hand.goToCell(to, shiftKey && key !== 'Tab' && key !== 'Enter')
  return true
}

/** What a key does while a cell has the focus. Keys that do nothing here stay the browser's. */
export function pressKey(event: KeyboardEvent<HTMLElement>, options: Options): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey || event.nativeEvent.isComposing) return
  if (key === 'Escape') {
    if (!hand.leaveStep() && document.activeElement instanceof HTMLElement)
      document.activeElement.blur()
    return
  }
  const { view, at } = desk()
  const here = positionOf(view, at)
  const isDone =
    (key === 'Enter' && !shiftKey && hand.askLate()) || move(event, options.page)
      ? true
      : ctrlKey || metaKey
        ? pressWithCtrl(key)
        : key === ' ' && shiftKey && here
          ? (hand.selectBlock({
              top: here.row,
              bottom: here.row,
              left: 0,
              right: view.columns.length - 1,
            }),
            true)
          : pressOnCell(key, options)
  if (isDone) event.preventDefault()
}
