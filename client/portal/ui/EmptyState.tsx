import type { ReactNode } from 'react'
import { TapeCross } from './TapeCross.tsx'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  /** What is missing: "Your cart is empty", "No items match “led”". */
  title: string
  /** What to do about it. */
  children?: ReactNode
  /** The one next action. */
  action?: ReactNode
  /** The level below the heading it stands under. */
  level?: 2 | 3
}

/** Shown in place of an empty list. */
export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.EmptyState}>
      <TapeCross />
      <Heading className="heading">{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
