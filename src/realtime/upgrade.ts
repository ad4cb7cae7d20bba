import { Elysia } from 'elysia'
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Config } from '#src/config.ts'
import { listed } from '#src/rules/headers.ts'
import { Refusal, tooManyRequests } from '#src/rules/refusal.ts'
import type { Counters } from './counters.ts'
import type { SocketData } from './socket.ts'

const UPGRADES = { free: limits.upgradesPerMinute, windowMs: 60_000 }

/** For the server's `websocket` option. A page that stops reading is disconnected, so that it cannot be stale without knowing. */
export const SOCKET_OPTIONS = {
  maxPayloadLength: limits.frameBytes,
  backpressureLimit: 1_000_000,
  closeOnBackpressureLimit: true,
  idleTimeout: 60,
  perMessageDeflate: false,
}

const DESCRIPTION = `A WebSocket with the sub-protocol \`${LIVE_PROTOCOL}\`, for pages of this site. Frames are JSON text. The page sends
frames of the schema \`LiveClientFrame\`, the server sends frames of the schema \`LiveServerFrame\`.

Close codes: 4400 bad frame, 4401 sign in again, 4403 stop, 4408 too many sockets or frames, 1009 frame too large, 1012 restart, 1013 come back later.`

/** Whether a page of this site asks. Without a public address the request's own host decides. */
function isOwnOrigin(origin: string | null, host: string | null, publicUrl: string | null) {
  if (origin === null || !URL.canParse(origin)) return false
  if (publicUrl !== null) return origin === publicUrl
  const { protocol, host: own } = new URL(origin)
  const asked = `${protocol}//${host}`
  return host !== null && URL.canParse(asked) && own === new URL(asked).host
}

/** `GET /live`. Upgrades by hand: a socket of Elysia's `ws` takes twice the memory of one with `newData`. */
export const upgradeRoute = (
  { config, counters }: { config: Config; counters: Counters },
  newData: (network: string) => SocketData,
) =>
  new Elysia({ name: 'live', tags: ['Live updates'] }).decorate('network', '').get(
    '/live',
    async ({ request, server, set, network }) => {
      const header = (name: string) => request.headers.get(name)
      const refuseHandshake = (message = `Open a WebSocket here, as ${LIVE_PROTOCOL}.`) => {
        set.headers['upgrade'] = 'websocket'
        return new Refusal('upgrade_required', message)
      }
      if (header('upgrade')?.toLowerCase() !== 'websocket') throw refuseHandshake()
      if (!isOwnOrigin(header('origin'), header('host'), config.publicUrl))
        throw new Refusal('forbidden', 'Only pages of this site may connect.')
      const waitMs = await counters.take(`live:${network}`, UPGRADES)
      if (waitMs > 0) throw tooManyRequests(waitMs / 1000, 'Too many connections. Please wait.')
      const offered = listed(header('sec-websocket-protocol'))
      if (offered.length > 0 && !offered.includes(LIVE_PROTOCOL)) throw refuseHandshake()
      // A client that offers nothing refuses an answer that names a protocol.
      const headers = offered.length > 0 ? { 'sec-websocket-protocol': LIVE_PROTOCOL } : {}
      if (!server?.upgrade(request, { data: newData(network), headers }))
        throw refuseHandshake('This is no WebSocket handshake.')
    },
    {
      detail: {
        summary: 'Receive changes over a WebSocket',
        description: DESCRIPTION,
        responses: {
          101: { description: 'The socket is open.' },
          403: { description: 'The request comes from a page of another site.' },
          426: { description: 'The request is not a WebSocket handshake.' },
          429: { description: 'Too many connections.' },
        },
      },
    },
  )
