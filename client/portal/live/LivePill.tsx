import { goLiveHere, useConnection } from './live.ts'
import { ConnectionPill } from './ConnectionPill.tsx'

/** How this page hears of changes. */
export function LivePill() {
  const { status, since } = useConnection()
  return <ConnectionPill status={status} since={since} onGoLiveHere={goLiveHere} />
}
