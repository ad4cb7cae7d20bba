import type { FocusEvent, MouseEvent } from 'react'

/** Makes an input select its text when it gets the focus, so that the next key replaces it. */
export const selectsOnFocus = {
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  /** WebKit drops the selection when the button of the mouse is released that gave the focus. */
  onMouseDown({ currentTarget }: MouseEvent<HTMLInputElement>) {
    if (document.activeElement === currentTarget) return
    currentTarget.addEventListener('mouseup', (event) => event.preventDefault(), { once: true })
  },
}
