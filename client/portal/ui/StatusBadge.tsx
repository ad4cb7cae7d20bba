import type { CSSProperties } from 'react'
import { LINE_STATUSES, lineStatusLabel } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './StatusBadge.module.css'

const INKS = { wait: 'action', done: 'ok', ready: 'info', stop: 'danger', away: 'mark' }

type Look = readonly [tone: keyof typeof INKS, icon: IconName]

const LOOKS: ReadonlyMap<string, Look> = new Map([
  ['', ['wait', 'clock']],
  ['Pending', ['wait', 'clock']],
  ['Delivered', ['done', 'check']],
  ['Available', ['done', 'check']],
  ['Ready', ['ready', 'box']],
  ['Rejected', ['stop', 'ban']],
  ['Not Available', ['stop', 'ban']],
  ['Deleted', ['stop', 'close']],
])
/** An item may be ordered from any vendor. */
const ORDERED: Look = ['away', 'truck']

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
  const [tone, icon] = LOOKS.get(status) ?? ORDERED
  return (
    <span
      className={`marked ${styles.StatusBadge}`}
      data-tone={tone}
      style={{ '--tone': `var(--${INKS[tone]})` } as CSSProperties}
    >
      <Icon name={icon} size="small" />
      {label}
    </span>
  )
}
