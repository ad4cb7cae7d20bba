import { useEffect, useEffectEvent } from 'react'

/** Longer than a call may take, so that another tab's try has ended. */
const SEND_AGAIN_MS = 20_000

/** Calls `send` whenever `canSend` becomes true, and 20 s after `isWaiting` has: a call has no answer, and is not under way. */
export function useSendAgain(canSend: boolean, isWaiting: boolean, send: () => void): void {
  const sendAgain = useEffectEvent(send)
  useEffect(() => {
    if (canSend) sendAgain()
  }, [canSend])
  // The socket may work while calls are answered by something else.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(sendAgain, SEND_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
}
