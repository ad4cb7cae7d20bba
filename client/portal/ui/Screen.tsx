import type { ReactNode } from 'react'
import styles from './Screen.module.css'

type ScreenProps = {
  title: string
  above?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  /** Two actions only: on a phone the first is beside the note and the last beside the title. */
  compact?: boolean
  /** The title is a name and set larger. */
  named?: boolean
  children: ReactNode
}

export function Screen({ title, above, note, actions, compact, named, children }: ScreenProps) {
  return (
    <div className={styles.Screen}>
      {above}
      <header className={`line ${styles.Head}`} data-compact={compact || undefined}>
        <h1 data-named={named || undefined}>{title}</h1>
        {note && <p className="lead">{note}</p>}
        {actions && (
          <div className={`line ${styles.Actions}`} data-print="no">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

/** Search and switches, which stay below the navigation while the list scrolls. `end` is at the right. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={`line ${styles.Toolbar}`} data-print="no">
      {children}
      {end && <div className={`line ${styles.End}`}>{end}</div>}
    </div>
  )
}
