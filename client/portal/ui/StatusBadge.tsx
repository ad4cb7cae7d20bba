import type { CSSProperties } from 'react'
import { LINE_STATUSES, lineStatusLabel } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './StatusBadge.module.css'

type Look = readonly [ink: 'action' | 'ok' | 'info' | 'danger' | 'mark', icon: IconName]

const LOOKS: ReadonlyMap<string, Look> = new Map([
  ['', ['action', 'clock']],
  ['Pending', ['action', 'clock']],
  ['Delivered', ['ok', 'check']],
  ['Available', ['ok', 'check']],
  ['Ready', ['info', 'box']],
  ['Rejected', ['danger', 'ban']],
  ['Not Available', ['danger', 'ban']],
  ['Deleted', ['danger', 'close']],
])
/** An item may be ordered from any vendor. */
const ORDERED: Look = ['mark', 'truck']

function labelOf(status: string): string {
  const known = LINE_STATUSES.find((one) => one === status)
  return known === undefined ? status : lineStatusLabel(known)
}

type StatusBadgeProps = {
  status: string
  /** Words in place of those of the status. */
  label?: string | undefined
}

export function StatusBadge({ status, label = labelOf(status) }: StatusBadgeProps) {
  const [ink, icon] = LOOKS.get(status) ?? ORDERED
  return (
    <span
      className={`marked ${styles.StatusBadge}`}
      data-tone={ink}
      style={{ '--tone': `var(--${ink})` } as CSSProperties}
    >
      <Icon name={icon} size="small" />
      {label}
    </span>
  )
}
