import { useMemo, useSyncExternalStore } from 'react'
import type { Reader } from '#src/rules/describe.ts'
import { useSession } from '#client/shared/session.ts'

const MINUTE_MS = 60_000

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS)
  return () => clearInterval(timer)
}
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS)

/** The person at this page, as sentences of the history need to know them. `now` is the end of the present minute. */
export function useReader(): Reader {
  const user = useSession()?.user
  const minute = useSyncExternalStore(everyMinute, thisMinute)
  return useMemo(
    () => ({
      id: user?.id ?? '',
      access: user?.access ?? 'user',
      now: new Date((minute + 1) * MINUTE_MS - 1),
    }),
    [user, minute],
  )
}
