import type { ServerWebSocket } from 'bun'
import type { Topic } from '#src/contract/frames.ts'
import type { Role } from '#src/contract/statuses.ts'

/** Who is behind a socket, by its token. */
export type Identity = {
  accountId: string
  role: Role
  ver: number
  jti: string
  expiresAt: number
}

/** What a socket carries. There may be ten thousand: a few words each, and the same functions for all. */
export type SocketData = {
  open(ws: LiveSocket): void
  message(ws: LiveSocket, message: string | Buffer): void
  ping(ws: LiveSocket): void
  pong(ws: LiveSocket): void
  close(ws: LiveSocket, code: number): void
  /** Its first frame has come. */
  greeted: boolean
  /** Where it comes from, and as what it is counted there; `null` for somebody who is signed in. */
  network: string
  counted: 'silent' | 'visitors' | null
  /** `null` for a visitor. */
  identity: Identity | null
  topics: readonly Topic[]
  /** In which second of the beat's period it hears it. */
  slot: number
  frames: number
  framesEndAt: number
  /** The frames under way: they are answered one after the other. */
  work: Promise<void> | null
  waiting: number
}

/** The part of Bun's socket that is used. */
export type LiveSocket = Pick<
  ServerWebSocket<SocketData>,
  'data' | 'send' | 'close' | 'subscribe' | 'unsubscribe' | 'getBufferedAmount'
>
