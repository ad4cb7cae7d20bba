import {
  type Credentials,
  openConnection,
  type WireEvents,
} from '#client/portal/data/connection.ts'
import type { ServerFrame } from '#src/contract/frames.ts'
import { createVirtualTime } from './virtual-time.ts'

/** The page's side of the channel against a server that says what the test tells it to, on a clock that the test moves. */
export function createScriptedPage({ random = () => 1 }: { random?: () => number } = {}) {
  const time = createVirtualTime(0)
  let credentials: Credentials | null = { personId: 'north', role: 'user', token: 'token-1' }
  const sockets: WireEvents[] = []
  let sessionEnds = 0
  const attempts: number[] = []
  const said: unknown[] = []
  const statuses: string[] = []
  let sleptMs = 0

  const core = openConnection({
    clock: { now: () => time.now() + sleptMs, after: time.after, random },
    connect(own) {
      attempts.push(time.now())
      sockets.push(own)
      return {
        send: (text) => void said.push(JSON.parse(text)),
        close() {},
      }
    },
    credentials: () => credentials,
    onConnection: ({ status }) => void statuses.push(status),
    onSessionEnd: () => void sessionEnds++,
  })

  return {
    core,
    time,
    /** When the page tried to connect. */
    attempts,
    /** What the page said, on all its sockets. */
    said,
    statuses,
    sessionEnds: () => sessionEnds,
    setCredentials: (next: Credentials | null) => void (credentials = next),
    /** The device sleeps: its clock goes on, and no timer fires. */
    sleep: (ms: number) => void (sleptMs += ms),
    open: () => sockets.at(-1)?.opened(),
    /** Says something on the latest socket, or on an older one. */
    tell: (frame: ServerFrame, socket = -1) => sockets.at(socket)?.received(JSON.stringify(frame)),
    hangUp: (code: number) => sockets.at(-1)?.closed(code),
    /** Connects and is welcomed. */
    goLive(): void {
      if (attempts.length === 0) core.start()
      sockets.at(-1)?.opened()
      sockets
        .at(-1)
        ?.received(JSON.stringify({ type: 'welcome', topics: ['ordering', 'inventory', 'orders'] }))
    },
  }
}
