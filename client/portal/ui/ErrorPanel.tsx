import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type ErrorPanelProps = {
  title: string
  children?: ReactNode
  onRetry: () => void
  level?: 2 | 3
}

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
