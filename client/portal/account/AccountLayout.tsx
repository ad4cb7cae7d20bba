import type { ReactNode } from 'react'
import styles from './AccountLayout.module.css'

type AccountLayoutProps = { title: string; children: ReactNode }

/** The frame of sign-in, registration and password reset: a picture, and beside it a form. */
export function AccountLayout({ title, children }: AccountLayoutProps) {
  return (
    <div className={styles.Page}>
      <div className={styles.Frame} aria-hidden="true" />
      <div className={styles.Room}>
        <div className={styles.Form}>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}

/** Two links or controls at the ends of one line. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.Row}>{children}</div>
}

/** A line below the form. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={styles.Note}>{children}</p>
}

/** Two buttons, the main one last; on a phone one above the other. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles.Buttons}>{children}</div>
}
