import type { ReactNode } from 'react'
import { cx } from '#client/shared/cx.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import styles from './Drawer.module.css'

type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** It has room for a table. */
  wide?: boolean
  children: ReactNode
}

/** A dialog at the right edge of the screen, over the page one is working on; on a phone it comes from below. */
export function Drawer({ wide = false, children, ...dialog }: DrawerProps) {
  return (
    <Dialog {...dialog} closeLabel="Close" className={cx(styles.Drawer, wide && styles.Wide)}>
      {children}
    </Dialog>
  )
}
