import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './StatusBadge.module.css'

type Look = { tone: 'wait' | 'done' | 'ready' | 'stop' | 'away'; icon: IconName }

const LOOKS: Record<LineStatus | 'Deleted', Look> = {
  '': { tone: 'wait', icon: 'clock' },
  Pending: { tone: 'wait', icon: 'clock' },
  Delivered: { tone: 'done', icon: 'check' },
  Ready: { tone: 'ready', icon: 'box' },
  Rejected: { tone: 'stop', icon: 'ban' },
  'Ordered from online retailer': { tone: 'away', icon: 'truck' },
  Deleted: { tone: 'stop', icon: 'close' },
}

const toLabel = (status: LineStatus | 'Deleted') => {
  if (status === 'Deleted') return status
  return status === '' ? 'No status yet' : lineStatusLabel(status)
}

export function StatusBadge({ status }: { status: LineStatus | 'Deleted' }) {
  const { tone, icon } = LOOKS[status]
  return (
    <span className={styles.StatusBadge} data-tone={tone}>
      <Icon name={icon} size="small" />
      {toLabel(status)}
    </span>
  )
}
