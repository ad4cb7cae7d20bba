import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type ErrorPanelProps = Omit<ComponentProps<typeof EmptyState>, 'action'> & { onRetry: () => void }

export function ErrorPanel({ onRetry, ...state }: ErrorPanelProps) {
  const again = (
    <Button variant="primary" icon="sync" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState {...state} action={again} />
    </div>
  )
}
