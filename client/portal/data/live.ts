import { create } from 'zustand'
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { api, ApiError, readList } from './api.ts'
import { type Connection, openConnection, type Wire, type WireEvents } from './connection.ts'
import { endSession, useSession } from '#client/shared/session.ts'

function openWire(events: WireEvents): Wire {
  const url = new URL('/live', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url, LIVE_PROTOCOL)
  socket.addEventListener('open', events.opened)
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') events.received(data)
  })
  socket.addEventListener('close', ({ code }) => events.closed(code))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

export const live = openConnection({
  clock: {
    now: Date.now,
    random: Math.random,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  connect: openWire,
  credentials() {
    const session = useSession.getState()
    if (!session) return null
    const { user, token } = session
    return { personId: user.id, role: user.access, token }
  },
  onConnection: (connection) => useConnection.setState(connection),
  onSessionEnd: () => endSession('expired'),
})

export const useConnection = create<Connection>()(live.connection)

/**
 * Asks the server by HTTP whether the token is still good; a 401 ends the session. It works on every page, with or without
 * a list to read. The condition holds for any revision, so that a good token costs a 304 without a body.
 */
async function checkSession(): Promise<boolean> {
  if (!useSession.getState()) return false
  try {
    await readList(api.inventorys.inventory.user.get({ headers: { 'if-none-match': '*' } }), [])
    return true
  } catch (error) {
    return error instanceof ApiError && error.status > 0
  }
}

export function startLive(): void {
  live.listen({ poll: checkSession })
  useSession.subscribe(live.sessionChanged)
  window.addEventListener('online', live.wake)
  window.addEventListener('offline', live.networkLost)
  // A page restored from the back/forward cache has lost its socket.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) live.wake()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
  live.start()
}
