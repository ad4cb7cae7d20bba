import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import type { ConnectionStatus } from '#client/portal/data/connection.ts'
import { clockText } from '#src/rules/day-text.ts'
import { live, useConnection } from '#client/portal/data/live.ts'
import styles from './LivePill.module.css'

const ICONS: Record<ConnectionStatus, IconName> = {
  connecting: 'sync',
  live: 'live',
  reconnecting: 'sync',
  offline: 'offline',
  elsewhere: 'clock',
}

const WORDS: Record<ConnectionStatus, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  offline: 'Offline since',
  elsewhere: 'Live in other tabs',
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
        <span>
          {status === 'offline' ? `${WORDS.offline} ${clockText(new Date(since))}` : WORDS[status]}
        </span>
      </output>
      {status === 'elsewhere' && (
        <button type="button" onClick={live.goLiveHere}>
          Go live here
        </button>
      )}
    </div>
  )
}
