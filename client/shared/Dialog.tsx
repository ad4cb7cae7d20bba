import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { useModal } from './use-modal.ts'
import styles from './Dialog.module.css'
import toasterStyles from './Toaster.module.css'

type DialogProps = {
  open: boolean
  /** Escape, a press on the overlay or the close button; not called while `busy`. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  busy?: boolean
  /** A cross in the corner, for dialogs without a Cancel of their own. */
  closeLabel?: string
  /** `bottom` is a sheet for the thumb, `wide` has room for a picture. */
  place?: 'center' | 'wide' | 'bottom' | undefined
  className?: string | undefined
}

/** A modal dialog: the page behind is inert and does not scroll, and the focus returns on closing. Its content stays while it fades
 *  out. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  busy = false,
  closeLabel,
  place = 'center',
  className,
}: DialogProps) {
  const titleId = useId()
  const leave = () => {
    if (!busy) onClose()
  }
  const { dialog, toasts, present, handlers } = useModal(open, leave)
  const [kept, setKept] = useState({ title, children })
  if (open && (kept.title !== title || kept.children !== children)) setKept({ title, children })
  if (!present) return null

  return (
    <dialog
      ref={dialog}
      {...handlers}
      className={cx(styles.Dialog, className)}
      data-open={open || undefined}
      data-place={place}
      aria-labelledby={titleId}
    >
      <div className={styles.Box}>
        <h2 id={titleId} className={styles.Title}>
          {open ? title : kept.title}
        </h2>
        {open ? children : kept.children}
        {closeLabel && (
          <IconButton className={styles.Close} icon="close" label={closeLabel} onClick={leave} />
        )}
      </div>
      <output ref={toasts} className={toasterStyles.Region} aria-atomic="false" />
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.Actions}>{children}</div>
}
