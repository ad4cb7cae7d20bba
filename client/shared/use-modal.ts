import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { hostToasts } from './toast-hosts.ts'

// Safari gives no focus to a button that is pressed by the mouse, so a dialog could not return it.
globalThis.document?.addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element && document.activeElement === document.body)
      target.closest<HTMLElement>('button, a')?.focus()
  },
  // before the listener that opens the dialog
  true,
)

/**
 * Opens and closes a native modal dialog as `open` says, and calls `askToClose` on Escape or a press on the overlay (by the `handlers` of the element). Focus returns to the
 * opener, or to the page when that is gone.
 */
export function useModal(open: boolean, askToClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** An empty live region inside the dialog, where toasts stand while it is open. */
  const toasts = useRef<HTMLOutputElement>(null)
  /** Whether to render the dialog: from its opening until it has faded out. */
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)
  const close = useRef<() => void>(null)
  const pressed = useRef<EventTarget>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const page = document.documentElement
    page.dataset.modal = innerWidth > page.clientWidth ? 'scrollbar' : ''
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const release = toasts.current && hostToasts(toasts.current)
    close.current = () => {
      close.current = null
      release?.()
      element.close()
      if (!document.querySelector('dialog[open]')) delete page.dataset.modal
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }
  }, [open])

  useLayoutEffect(() => {
    if (open || !present) return
    let reopened = false
    async function leave() {
      close.current?.()
      await Promise.allSettled(
        dialog.current?.getAnimations().map((animation) => animation.finished) ?? [],
      )
      if (!reopened) setPresent(false)
    }
    void leave()
    return () => {
      reopened = true
    }
  }, [open, present])

  useLayoutEffect(() => () => close.current?.(), [])

  const isItself = ({ target, currentTarget }: SyntheticEvent) => open && target === currentTarget
  const handlers = {
    onCancel(event: SyntheticEvent) {
      if (!isItself(event)) return
      event.preventDefault()
      askToClose()
    },
    // A second Escape closes the dialog without a `cancel` event.
    onClose: (event: SyntheticEvent) => void (isItself(event) && askToClose()),
    // The box fills the dialog, so a press on the dialog itself is one on the overlay. A drag from the box to the overlay does not count.
    onPointerDown({ target }: SyntheticEvent) {
      pressed.current = target
    },
    onClick(event: SyntheticEvent) {
      if (isItself(event) && pressed.current === event.target) askToClose()
    },
  }
  return { dialog, toasts, present, handlers }
}
