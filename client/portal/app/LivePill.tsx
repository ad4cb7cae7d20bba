import { goLiveHere, useConnection } from '#client/portal/data/live.ts'
import { ConnectionPill } from './ConnectionPill.tsx'

/** The connection pill of this page. */
export function LivePill() {
  const { status, since } = useConnection()
  return <ConnectionPill status={status} since={since} onGoLiveHere={goLiveHere} />
}
