import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { Icon } from '#client/shared/Icon.tsx'
import { useToastHost } from '#client/shared/toast-hosts.ts'
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

  const stopsTheClock = {
    onPointerEnter: startPause,
    // Either the pointer or the focus may leave while the other stays.
    onPointerLeave: ({ currentTarget }: PointerEvent) =>
      currentTarget.matches(':focus-within') || endPause(),
    onBlur: ({ currentTarget }: FocusEvent) => currentTarget.matches(':hover') || endPause(),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      startPause()
      if (relatedTarget instanceof HTMLElement) cameFrom.current = relatedTarget
    },
    onClick: () => cameFrom.current?.focus(),
  }
  const list = toasts.toReversed().map((toast) => (
    <span
      // A message that is shown again becomes a new node, so that it is read out again.
      key={`${toast.id} ${toast.createdAt}`}
      className={toastStyles.Toast}
      data-type={toast.type}
      data-leaving={toast.visible ? undefined : ''}
      {...stopsTheClock}
    >
      {iconOf(toast)}
      {resolveValue(toast.message, toast)}
    </span>
  ))
  return (
    <>
      <output className={styles.Region} aria-atomic="false">
        {host ? null : list}
      </output>
      {host && createPortal(list, host)}
    </>
  )
}
