import type { ReactNode } from 'react'
import styles from './Screen.module.css'

type ScreenProps = {
  title: string
  /** Who is greeted, or what the screen is about. */
  note?: ReactNode
  /** The right end of the head: connection, way back, leave. */
  actions?: ReactNode
  /** On a phone two actions stand in the lines of title and note: the first below, the last above. */
  compact?: boolean
  /** The title is a name and set larger. */
  named?: boolean
  children: ReactNode
}

/** A screen of the portal: timber rail, margins, head. */
export function Screen({
  title,
  note,
  actions,
  compact = false,
  named = false,
  children,
}: ScreenProps) {
  return (
    <div className={styles.Screen}>
      <header className={styles.Head} data-compact={compact || undefined}>
        <h1 data-named={named || undefined}>{title}</h1>
        {note && <p>{note}</p>}
        {actions && (
          <div className={styles.Actions} data-print="no">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

/** Search and switches, which stay below the navigation while the list scrolls. `end` stands at the right. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.Toolbar} data-print="no">
      {children}
      {end && <div className={styles.End}>{end}</div>}
    </div>
  )
}
