import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.Part}>
      <h2 className="heading">{title}</h2>
      {children}
    </section>
  )
}

export const Sheet = ({ children }: { children: ReactNode }) => (
  <div className={styles.Sheet}>{children}</div>
)
export const Row = ({ children }: { children: ReactNode }) => (
  <div className={styles.Row}>{children}</div>
)
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={styles.Columns}>{children}</div>
)

/** For what does nothing here. */
export const nothing = () => {}
