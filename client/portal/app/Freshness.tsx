import { useConnection } from '#client/portal/data/live.ts'
import { Notice } from '#client/portal/ui/Notice.tsx'

const clock = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23' })

/** When the list below was last up to date. Renders nothing while the page receives changes. */
export function Freshness({ confirmedAt }: { confirmedAt: number | null }) {
  const { status } = useConnection()
  if (confirmedAt === null || (status !== 'reconnecting' && status !== 'offline')) return null
  return (
    <Notice icon="clock">
      Last confirmed at {clock.format(confirmedAt)}.{' '}
      {status === 'offline' ? 'The server cannot be reached' : 'Reconnecting'}; nothing you type is
      lost.
    </Notice>
  )
}
