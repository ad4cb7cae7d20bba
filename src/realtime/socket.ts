import type { ServerWebSocket } from 'bun'
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { OpenedTopic } from '#src/contract/topics.ts'
import type { Role } from '#src/contract/statuses.ts'

/** The account of a socket, as its token describes it. */
export type Identity = {
  personId: PersonId
  clubId: ClubId | null
  role: Role
  ver: number
  jti: string
  expiresAt: number
}

/** The data of a socket. It is small and all sockets share the same functions, because there may be ten thousand sockets. */
export type SocketData = {
  open(ws: LiveSocket): void
  message(ws: LiveSocket, message: string | Buffer): void
  ping(ws: LiveSocket): void
  pong(ws: LiveSocket): void
  close(ws: LiveSocket, code: number): void
  /** The client network. */
  network: string
  /** The quota in which it counts; `null` for an administrator's socket. */
  counted: 'pending' | 'visitors' | 'clubs' | null
  /** `null` for a visitor. */
  identity: Identity | null
  opened: readonly OpenedTopic[]
  /** Whether it was welcomed and subscribes to the topics of its identity. */
  hasJoined: boolean
  /** The second of each beat period in which this socket receives its beat. */
  slot: number
  frames: number
  framesEndAt: number
  /** Settles when the latest frame has been answered; `null` before the first. */
  answering: Promise<void> | null
}

/** The methods of Bun's socket that the live channel uses. */
export type LiveSocket = Pick<
  ServerWebSocket<SocketData>,
  'data' | 'send' | 'close' | 'subscribe' | 'unsubscribe' | 'getBufferedAmount'
>
