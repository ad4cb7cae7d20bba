import type { ServerWebSocket } from 'bun'
import type { Role } from '#src/contract/statuses.ts'

/** The account behind a socket and what its token said of it. */
export type Identity = {
  accountId: string
  role: Role
  ver: number
  jti: string
  expiresAt: number
}

/** The data of a socket. Small, and with shared functions: there may be ten thousand. */
export type SocketData = {
  open(ws: LiveSocket): void
  message(ws: LiveSocket, message: string | Buffer): void
  ping(ws: LiveSocket): void
  pong(ws: LiveSocket): void
  close(ws: LiveSocket, code: number): void
  /** Whether its first frame has arrived. */
  greeted: boolean
  /** The client network. */
  network: string
  /** As what it counts for its network; `null` for a signed-in socket. */
  counted: 'silent' | 'visitors' | null
  /** `null` for a visitor. */
  identity: Identity | null
  /** Whether it was welcomed and subscribes to the topics of its identity. */
  hasJoined: boolean
  /** The second of the beat's period in which it receives its beat. */
  slot: number
  frames: number
  framesEndAt: number
  /** Settles when its latest frame is answered; `null` when none waits. */
  answering: Promise<void> | null
  unanswered: number
}

/** The part of Bun's socket that is used. */
export type LiveSocket = Pick<
  ServerWebSocket<SocketData>,
  'data' | 'send' | 'close' | 'subscribe' | 'unsubscribe' | 'getBufferedAmount'
>
