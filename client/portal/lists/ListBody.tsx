import type { ReactNode } from 'react'
import { Freshness } from '#client/portal/app/Freshness.tsx'
import type { Shown } from '#client/portal/data/live-query.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'

type ListBodyProps = {
  list: Shown
  noun: string
  /** Left out for what is one whole and never empty. */
  total?: number
  found?: number
  query?: string
  onClearSearch?: () => void
  /** 3 for a part of a screen. */
  level?: 2 | 3
  empty?: ReactNode
  children?: ReactNode
}

/** What was read: its rows once they are here, why they are not, and on a screen how old they are while it is not live. */
export function ListBody(props: ListBodyProps) {
  const { list, noun, total = 1, found = total, query = '', onClearSearch, level = 2 } = props
  const isScreen = level === 2
  const loading = useSteadyLoading(list.phase === 'loading')
  if (loading)
    return <Skeleton label={`Loading ${noun}`} rows={isScreen ? 8 : 3} wholeScreen={isScreen} />
  if (list.phase === 'failed')
    return (
      <ErrorPanel level={level} title={`Failed to fetch ${noun}`} onRetry={list.reload}>
        The server did not answer, or does not know what is asked for.
      </ErrorPanel>
    )
  const isFound = found > 0
  return (
    <>
      <Freshness confirmedAt={(isScreen && list.confirmedAt) || null} />
      {total === 0 && props.empty}
      {total > 0 && !isFound && (
        <EmptyState
          title={`No ${noun} match “${query.trim()}”`}
          action={onClearSearch && <Button onClick={onClearSearch}>Clear search</Button>}
        >
          Look for a shorter part of the name.
        </EmptyState>
      )}
      {/* Hidden, not removed: what is typed into the form among the rows stays. */}
      {total > 0 && <div hidden={!isFound}>{props.children}</div>}
    </>
  )
}
