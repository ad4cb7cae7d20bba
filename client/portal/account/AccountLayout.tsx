import type { ReactNode } from 'react'
import styles from './AccountLayout.module.css'

type AccountLayoutProps = {
  title: string
  note?: ReactNode
  children?: ReactNode
}

/** The frame of sign-in, registration and password reset: a picture, and beside it a form. */
export function AccountLayout({ title, note, children }: AccountLayoutProps) {
  return (
    <div className={styles.Page}>
      <div className={styles.Frame} aria-hidden="true" />
      <div className={styles.Room}>
        <div className={styles.Form}>
          <h1>{title}</h1>
          {children}
          {note && <p className={styles.Note}>{note}</p>}
        </div>
      </div>
    </div>
  )
}

/** Two links or controls at the ends of one line. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.Row}>{children}</div>
}
