import type { ReactNode } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'

type ListBodyProps = {
  phase: 'loading' | 'ready' | 'failed'
  noun: string
  /** Left out for what is one whole and never empty. */
  total?: number
  found?: number
  query?: string
  onClearSearch?: () => void
  onRetry: () => void
  /** 3 for a part of a screen. */
  level?: 2 | 3
  empty?: ReactNode
  children?: ReactNode
}

export function ListBody(props: ListBodyProps) {
  const { phase, noun, total = 1, found = total, query = '', onClearSearch, onRetry } = props
  const { level = 2 } = props
  const isScreen = level === 2
  const loading = useSteadyLoading(phase === 'loading')
  if (loading)
    return <Skeleton label={`Loading ${noun}`} rows={isScreen ? 8 : 3} wholeScreen={isScreen} />
  if (phase === 'failed')
    return (
      <ErrorPanel level={level} title={`Failed to fetch ${noun}`} onRetry={onRetry}>
        The server did not answer, or does not know what is asked for.
      </ErrorPanel>
    )
  if (total === 0) return props.empty
  const isFound = found > 0
  return (
    <>
      {!isFound && (
        <EmptyState
          title={`No ${noun} match “${query.trim()}”`}
          action={onClearSearch && <Button onClick={onClearSearch}>Clear search</Button>}
        >
          Look for a shorter part of the name.
        </EmptyState>
      )}
      {/* Hidden, not removed: what is typed into the form among the rows stays. */}
      <div hidden={!isFound}>{props.children}</div>
    </>
  )
}
