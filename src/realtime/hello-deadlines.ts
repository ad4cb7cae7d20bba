import { CLOSE } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { SocketQuotas } from './socket-quotas.ts'
import type { LiveSocket } from './socket.ts'
import type { Timers } from './timers.ts'

/** Closes sockets that do not send `hello` in time, and the oldest of them when there are too many. */
export function createHelloDeadlines({
  quotas,
  timers,
  now,
  openCount,
  close,
}: {
  quotas: SocketQuotas
  timers: Timers
  now: () => number
  /** The number of open sockets. */
  openCount: () => number
  close: (ws: LiveSocket, code: number, reason: string) => void
}) {
  /** The deadline of each socket, oldest first. */
  const pending = new Map<LiveSocket, number>()
  let cancel: (() => void) | null = null

  /** One timer serves all sockets, because the first in the map is the first that is due. */
  function closeOverdue(): void {
    cancel = null
    const at = now()
    for (const [ws, dueAt] of pending) {
      if (dueAt > at) {
        cancel = timers.after(dueAt - at, closeOverdue)
        return
      }
      close(ws, CLOSE.signInAgain, 'no hello')
    }
  }

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
      pending.set(ws, now() + limits.helloSeconds * 1000)
      closeExcess(ws.data.network)
      if (!cancel) closeOverdue()
    },
    delete: (ws: LiveSocket): void => void pending.delete(ws),
    stop: (): void => cancel?.(),
  }
}
