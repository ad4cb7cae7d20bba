import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { Icon } from '#client/shared/Icon.tsx'
import { useToastHost } from '#client/shared/toast-hosts.ts'
import { keepClear } from './keep-clear.ts'
import styles from '#client/shared/Toaster.module.css'
import toastStyles from './Toast.module.css'

const iconOf = (toast: Toast) => {
  if (toast.type === 'success') return <Icon name="check" />
  if (toast.type === 'error') return <Icon name="warning" />
  return null
}

/** The one place where toasts appear. Its live region is always in the page: screen readers do not announce a region that appears together
 *  with its text. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const host = useToastHost()
  const cameFrom = useRef<HTMLElement | null>(null)
  // A toast that is dismissed under the pointer may send no `pointerleave`, and the others would stay for ever.
  const isLeaving = toasts.some(({ visible }) => !visible)
  useEffect(() => {
    if (isLeaving) endPause()
  }, [isLeaving, endPause])

  const region = useRef<HTMLOutputElement>(null)
  const shown = host ? '' : toasts.map(({ id }) => id).join()
  useLayoutEffect(() => {
    if (shown && region.current) return keepClear(region.current)
    return undefined
  }, [shown])

  const stopTheClock = (element: HTMLElement) => {
    const listening = new AbortController()
    const { signal } = listening
    // The pointer may leave while the focus stays, and the other way round.
    const resume = () => element.matches(':hover, :focus-within') || endPause()
    element.addEventListener('pointerenter', startPause, { signal })
    element.addEventListener('pointerleave', resume, { signal })
    element.addEventListener('focusout', resume, { signal })
    element.addEventListener(
      'focusin',
      ({ relatedTarget }) => {
        startPause()
        if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
      },
      { signal },
    )
    element.addEventListener('click', () => cameFrom.current?.focus(), { signal })
    return () => listening.abort()
  }
  const list = toasts.toReversed().map((toast) => (
    <span
      // A message that is shown again becomes a new node, so that it is read out again.
      key={`${toast.id} ${toast.createdAt}`}
      ref={stopTheClock}
      className={toastStyles.Toast}
      data-type={toast.type}
      data-leaving={toast.visible ? undefined : ''}
    >
      {iconOf(toast)}
      {resolveValue(toast.message, toast)}
    </span>
  ))
  return (
    <>
      <output ref={region} className={styles.Region} aria-atomic="false">
        {host ? null : list}
      </output>
      {host && createPortal(list, host)}
    </>
  )
}
