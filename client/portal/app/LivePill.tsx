import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import type { ConnectionStatus } from '#client/portal/data/connection-state.ts'
import { goLiveHere, useConnection } from '#client/portal/data/live.ts'
import styles from './LivePill.module.css'

const ICONS: Record<ConnectionStatus, IconName> = {
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

function toWords(status: ConnectionStatus, since: number): string {
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

export function LivePill() {
  const { status, since } = useConnection()
  return (
    <div className={styles.LivePill} data-status={status}>
      <output>
        <Icon
          name={ICONS[status]}
          size="small"
          turning={status === 'connecting' || status === 'reconnecting'}
        />
        <span>{toWords(status, since)}</span>
      </output>
      {status === 'elsewhere' && (
        <button type="button" onClick={goLiveHere}>
          Go live here
        </button>
      )}
    </div>
  )
}
