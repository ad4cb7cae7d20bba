import type { ReactNode } from 'react'
import styles from './AccountPage.module.css'

type AccountPageProps = { title: string; children: ReactNode }

/** The way into the portal: round the corner of a flat, from its painted face to its timber back, stands a form. */
export function AccountPage({ title, children }: AccountPageProps) {
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

/** What stands below the form, apart from it. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={styles.Note}>{children}</p>
}

/** The quiet button before the one that moves things; on a phone one above the other. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles.Buttons}>{children}</div>
}
