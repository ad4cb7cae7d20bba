import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './StatusBadge.module.css'

type Look = { tone: 'wait' | 'done' | 'ready' | 'stop' | 'away'; icon: IconName }

const LOOKS: Record<LineStatus, Look> = {
  '': { tone: 'wait', icon: 'clock' },
  Pending: { tone: 'wait', icon: 'clock' },
  Delivered: { tone: 'done', icon: 'check' },
  Ready: { tone: 'ready', icon: 'box' },
  Rejected: { tone: 'stop', icon: 'ban' },
  'Ordered from online retailer': { tone: 'away', icon: 'truck' },
}

/** A strip of tape: icon and word. A line without a status reads "No status yet". */
export function StatusBadge({ status }: { status: LineStatus }) {
  const { tone, icon } = LOOKS[status]
  return (
    <span className={styles.StatusBadge} data-tone={tone}>
      <Icon name={icon} size="small" />
      {status === '' ? 'No status yet' : lineStatusLabel(status)}
    </span>
  )
}
