import { useMemo } from 'react'
import { Story } from '#client/portal/history/Story.tsx'
import type { LiveRows } from '#client/portal/data/live-query.ts'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import type { HistoryEntry } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import type { Reader } from '#src/rules/describe.ts'
import { storyId } from './order-line-columns.tsx'
import styles from './OrderLines.module.css'

type LineStoryProps = {
  line: OrderLine
  history: LiveRows<HistoryEntry>
  reader: Reader
}

export function LineStory({ line, history, reader }: LineStoryProps) {
  const { phase, rows, updated, reload } = history
  const entries = useMemo(
    () => rows.filter((entry) => entry.line?._id === line._id),
    [rows, line._id],
  )
  return (
    <div id={storyId(line._id)} className={styles.Story}>
      {phase === 'loading' && <Skeleton label="Loading the history" rows={2} />}
      {phase === 'failed' && (
        <ErrorPanel level={3} title="Failed to fetch the history" onRetry={reload} />
      )}
      {phase === 'ready' && <Story entries={entries} reader={reader} updated={updated} />}
    </div>
  )
}
