import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type ErrorPanelProps = {
  /** What failed: "Failed to fetch items". */
  title: string
  /** What is not lost. */
  children?: ReactNode
  onRetry: () => void
  level?: 2 | 3
}

/** Shown in place of a list that could not be read. */
export function ErrorPanel({ title, children, onRetry, level = 2 }: ErrorPanelProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        level={level}
        action={
          <Button variant="primary" icon="sync" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
