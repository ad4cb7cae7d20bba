import { CLOSE } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Room } from './room.ts'
import type { LiveSocket } from './socket.ts'
import type { Timers } from './timers.ts'

/** The sockets that have said nothing yet, and their end when they say nothing or are too many. */
export function openGreetings({
  room,
  timers,
  now,
  close,
}: {
  room: Room
  timers: Timers
  now: () => number
  close: (ws: LiveSocket, code: number, reason: string) => void
}) {
  /** When each is due, oldest first. */
  const silent = new Map<LiveSocket, number>()
  let cancel: (() => void) | null = null

  /** One timer for all that are silent: the first of them is the first that is due. */
  function watch(): void {
    cancel = null
    const at = now()
    for (const [ws, dueAt] of silent) {
      if (dueAt > at) {
        cancel = timers.after(dueAt - at, watch)
        return
      }
      close(ws, CLOSE.signInAgain, 'no hello')
    }
  }

  /** The oldest gives way: a page says hello at once, and who holds sockets open to keep others out does not. */
  function makeRoom(network: string): void {
    const excess = room.silentExcess(network)
    if (excess === null) return
    for (const ws of silent.keys())
      if (excess === 'all' || ws.data.network === network)
        return close(ws, CLOSE.overloaded, 'come back later')
  }

  return {
    add(ws: LiveSocket): void {
      silent.set(ws, now() + limits.helloSeconds * 1000)
      makeRoom(ws.data.network)
      if (!cancel) watch()
    },
    delete: (ws: LiveSocket): void => void silent.delete(ws),
    stop: (): void => cancel?.(),
  }
}
