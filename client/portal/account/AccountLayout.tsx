import type { ReactNode } from 'react'
import styles from './AccountLayout.module.css'

type AccountLayoutProps = {
  title: string
  note?: ReactNode
  children?: ReactNode
}

export function AccountLayout({ title, note, children }: AccountLayoutProps) {
  return (
    <div className={styles.Page}>
      <div className={styles.Frame} aria-hidden="true" />
      <div className={styles.Room}>
        <div className={`fields ${styles.Form}`}>
          <h1>{title}</h1>
          {children}
          {note && <p className={`hint ${styles.Note}`}>{note}</p>}
        </div>
      </div>
    </div>
  )
}
