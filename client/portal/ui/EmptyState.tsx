import type { ReactNode } from 'react'
import { TapeCross } from './TapeCross.tsx'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The level below the heading it stands under. */
  level?: 2 | 3
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={`stack ${styles.EmptyState}`}>
      <TapeCross />
      <Heading className="heading">{title}</Heading>
      {children && <p className="lead">{children}</p>}
      {action}
    </div>
  )
}
