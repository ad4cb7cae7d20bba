import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import type { ConnectionStatus } from '#client/portal/data/connection.ts'
import { clockText } from '#src/rules/day-text.ts'
import { live, useConnection } from '#client/portal/data/live.ts'
import styles from './LivePill.module.css'

const LOOKS: Record<ConnectionStatus, [IconName, words: string]> = {
  connecting: ['sync', 'Connecting…'],
  live: ['live', 'Live'],
  reconnecting: ['sync', 'Reconnecting…'],
  offline: ['offline', 'Offline since'],
  elsewhere: ['clock', 'Live in other tabs'],
}

export function LivePill() {
  const { status, since } = useConnection()
  const [icon, words] = LOOKS[status]
  return (
    <div className={styles.LivePill} data-status={status}>
      <output>
        <Icon name={icon} size="small" turning={icon === 'sync'} />
        <span>{status === 'offline' ? `${words} ${clockText(new Date(since))}` : words}</span>
      </output>
      {status === 'elsewhere' && (
        <button type="button" className="link" onClick={live.goLiveHere}>
          Go live here
        </button>
      )}
    </div>
  )
}
