import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { afterFrame } from './after-frame.ts'
import { hostToasts } from './toast-hosts.ts'

type Modal = {
  dialog: RefObject<HTMLDialogElement | null>
  /** An empty live region inside the dialog, where toasts stand while it is open. */
  toasts: RefObject<HTMLOutputElement | null>
  /** Whether to render the dialog: from its opening until it has faded out. */
  present: boolean
}

/** Opens and closes a native modal dialog as `open` says, and calls `askToClose` on Escape or a press on the overlay. Focus returns to
 *  the opener, or to the page when that is gone. */
export function useModal(open: boolean, askToClose: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null)
  const toasts = useRef<HTMLOutputElement>(null)
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)
  const ask = useEffectEvent(askToClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const listening = new AbortController()
    const onItself = (type: string, listener: (event: Event) => void) =>
      element.addEventListener(
        type,
        (event) => {
          if (event.target === element) listener(event)
        },
        { signal: listening.signal },
      )
    onItself('cancel', (event) => {
      event.preventDefault()
      ask()
    })
    // A second Escape closes the dialog without a `cancel` event.
    onItself('close', ask)
    // The box fills the dialog, so a press on the dialog itself is one on the overlay. A drag from the box to the
    // overlay does not count.
    onItself('pointerdown', () => element.addEventListener('click', pressed, { once: true }))
    const pressed = (event: Event) => {
      if (event.target === element) ask()
    }

    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    let release: (() => void) | undefined
    function show() {
      const page = document.documentElement
      page.toggleAttribute('data-scrollbar', innerWidth > page.clientWidth)
      element?.showModal()
      first?.focus()
      if (toasts.current) release = hostToasts(toasts.current)
    }
    // To make a long page inert takes tens of milliseconds on a slow phone: the press is answered first. A key that comes sooner opens
    // the dialog first, so that Escape closes it. A dialog that is typed into opens at once: a key would reach the page behind it.
    const waiting = new AbortController()
    if (first) show()
    else {
      const showNow = () => {
        waiting.abort()
        show()
      }
      const cancel = afterFrame(showNow)
      waiting.signal.addEventListener('abort', cancel)
      addEventListener('keydown', showNow, { capture: true, signal: waiting.signal })
    }
    return () => {
      waiting.abort()
      listening.abort()
      release?.()
      element.close()
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }
  }, [open])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || open || !present) return
    let reopened = false
    const leave = async () => {
      await Promise.allSettled(element.getAnimations().map((animation) => animation.finished))
      if (!reopened) setPresent(false)
    }
    void leave()
    return () => {
      reopened = true
    }
  }, [open, present])

  return { dialog, toasts, present }
}
