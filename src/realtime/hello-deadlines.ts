import { CLOSE } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { SocketQuotas } from './socket-quotas.ts'
import type { LiveSocket } from './socket.ts'
import type { Timers } from './timers.ts'

/** Closes sockets that do not send `hello` in time, and the oldest of them when there are too many. */
export function createHelloDeadlines({
  quotas,
  timers,
  openCount,
  close,
}: {
  quotas: SocketQuotas
  timers: Timers
  /** The number of open sockets. */
  openCount: () => number
  close: (ws: LiveSocket, code: number, reason: string) => void
}) {
  /** How to end the wait for each socket, oldest first. */
  const pending = new Map<LiveSocket, () => void>()

  /** Closes the oldest: a page sends `hello` at once, but a client that only wants to block others does not. */
  function closeExcess(network: string): void {
    const excess = quotas.pendingExcess(network, openCount())
    if (excess === null) return
    for (const ws of pending.keys())
      if (excess === 'all' || ws.data.network === network)
        return close(ws, CLOSE.overloaded, 'come back later')
  }

  return {
    add(ws: LiveSocket): void {
      const closeLate = () => close(ws, CLOSE.signInAgain, 'no hello')
      pending.set(ws, timers.after(limits.helloSeconds * 1000, closeLate))
      closeExcess(ws.data.network)
    },
    delete(ws: LiveSocket): void {
      pending.get(ws)?.()
      pending.delete(ws)
    },
    stop(): void {
      for (const endWait of pending.values()) endWait()
    },
  }
}
