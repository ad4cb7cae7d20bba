import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import styles from './ConnectionPill.module.css'

type Status = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'elsewhere'
type ConnectionPillProps = {
  status: Status
  /** When the status began, in milliseconds since 1970. */
  since: number
  onGoLiveHere: () => void
}

const ICONS: Record<Status, IconName> = {
  connecting: 'sync',
  live: 'live',
  reconnecting: 'sync',
  offline: 'offline',
  elsewhere: 'clock',
}

const clock = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function toWords(status: Status, since: number): string {
  switch (status) {
    case 'connecting':
      return 'Connecting…'
    case 'live':
      return 'Live'
    case 'reconnecting':
      return 'Reconnecting…'
    case 'offline':
      return `Offline since ${clock.format(since)}`
    case 'elsewhere':
      return 'Live in other tabs'
  }
}

/** Shows whether the page is up to date. */
export function ConnectionPill({ status, since, onGoLiveHere }: ConnectionPillProps) {
  return (
    <div className={styles.ConnectionPill} data-status={status}>
      <output>
        <Icon
          name={ICONS[status]}
          size="small"
          turning={status === 'connecting' || status === 'reconnecting'}
        />
        <span>{toWords(status, since)}</span>
      </output>
      {status === 'elsewhere' && (
        <button type="button" onClick={onGoLiveHere}>
          Go live here
        </button>
      )}
    </div>
  )
}
