import { type MouseEvent, useRef } from 'react'

const WINDOW_MS = 300

export const isDoubleTap = (before: number | null, now: number): boolean =>
  before !== null && now - before <= WINDOW_MS

const isOnButton = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('button') !== null

/** Handlers that open the edit dialog on a double-tap or a right click. The keyboard has the card's button. */
export function useEditGestures(onEdit: () => void) {
  const lastTap = useRef<number | null>(null)
  return {
    onClick(event: MouseEvent) {
      if (isOnButton(event)) return
      const isSecond = isDoubleTap(lastTap.current, event.timeStamp)
      lastTap.current = isSecond ? null : event.timeStamp
      if (isSecond) onEdit()
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      onEdit()
    },
  }
}
