import type { Wire, WireEvents } from '#client/portal/data/connection.ts'
import type { LiveSocket, SocketData } from '#src/realtime/socket.ts'
import type { VirtualTime } from './virtual-time.ts'

const LATENCY_MS = 40
const UNREACHABLE_MS = 50

/** The sockets of one server, as far as `openLive` sees of Bun. */
export type VirtualServer = {
  newData(network: string): SocketData
  sockets: Set<LiveSocket & { readonly topics: Set<string> }>
  cables: Set<Cable>
  isAlive: boolean
}

export const publishTo = (server: VirtualServer) => (topic: string, frame: string) => {
  for (const socket of server.sockets) if (socket.topics.has(topic)) socket.send(frame)
}

/** A connection under way: `cut` ends it as the network would, `freeze` lets both ends believe in it and carries nothing. */
export type Cable = {
  cut(): void
  freeze(): void
  works(): boolean
}

/** Connects a page with a server. Frames keep their order, as TCP keeps it, and come late at random. */
export function plugIn(
  events: WireEvents,
  server: VirtualServer | null,
  { time, random }: { time: VirtualTime; random: () => number },
): { wire: Wire; cable: Cable } {
  if (!server) {
    time.after(UNREACHABLE_MS, () => events.closed(1006))
    const nothing = () => {}
    return {
      wire: { send: nothing, close: nothing },
      cable: { cut: nothing, freeze: nothing, works: () => false },
    }
  }
  let isOpen = true
  let isFrozen = false
  const busyUntil = { up: 0, down: 0 }

  /** Delivers after what was sent before in the same direction. */
  function carry(direction: 'up' | 'down', deliver: () => void): void {
    const at = Math.max(busyUntil[direction], time.now() + random() * LATENCY_MS)
    busyUntil[direction] = at
    time.after(at - time.now(), () => {
      if (!isFrozen) deliver()
    })
  }
  function end(code: number): void {
    if (!isOpen) return
    isOpen = false
    server?.sockets.delete(socket)
    if (server?.isAlive) socket.data.close(socket, code)
  }

  const topics = new Set<string>()
  const socket: LiveSocket & { topics: Set<string> } = {
    data: server.newData('192.0.2.1'),
    topics,
    send(frame) {
      if (isOpen) carry('down', () => events.received(String(frame)))
      return 1
    },
    close(code = 1000) {
      if (!isOpen) return
      carry('down', () => events.closed(code))
      end(code)
    },
    subscribe: (topic) => topics.add(topic).has(topic),
    unsubscribe: (topic) => topics.delete(topic),
    getBufferedAmount: () => 0,
  }
  server.sockets.add(socket)
  carry('up', () => {
    if (!isOpen || !server.isAlive) return
    socket.data.open(socket)
    carry('down', events.opened)
  })

  const cable: Cable = {
    works: () => isOpen && !isFrozen && server.isAlive,
    freeze: () => void (isFrozen = true),
    cut() {
      carry('down', () => events.closed(1006))
      end(1006)
    },
  }
  server.cables.add(cable)
  return {
    cable,
    wire: {
      send(text) {
        carry('up', () => {
          if (isOpen && server.isAlive) socket.data.message(socket, text)
        })
      },
      close() {
        carry('up', () => end(1005))
      },
    },
  }
}
