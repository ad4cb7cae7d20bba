import { type MouseEvent, useRef } from 'react'

/** Two taps on the same item within this time are one double-tap. */
const WINDOW_MS = 300

export const isDoubleTap = (before: number | null, now: number): boolean =>
  before !== null && now - before <= WINDOW_MS

const isOnButton = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('button') !== null

/** What a pointer may do to a card as a whole: a double-tap or a right click. By keyboard its button does the same. */
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
