import { Elysia } from 'elysia'
import { clientAddress } from '#src/client-address.ts'
import type { Config } from '#src/config.ts'
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal, tooManyRequests } from '#src/rules/refusal.ts'
import { openSockets } from './sockets.ts'
import { systemTimers, type Timers } from './timers.ts'
import { openTopics } from './topics.ts'

const TICK_MS = 1_000
const UPGRADES = { free: limits.upgradesPerMinute, windowMs: 60_000 }

/** For the server's `websocket` option: a reader that stalls is closed, never silently stale. */
export const SOCKET_OPTIONS = {
  maxPayloadLength: limits.frameBytes,
  backpressureLimit: 1_000_000,
  closeOnBackpressureLimit: true,
  idleTimeout: 60,
  perMessageDeflate: false,
}

/** The part of Bun's server that is used. */
type Publisher = { publish(topic: string, frame: string): unknown }

export type Live = ReturnType<typeof openLive>

/** A page of this site, by the address that people open it at. */
function isOwnOrigin(origin: string | null, host: string | null, { publicUrl }: Config): boolean {
  if (origin === null || !URL.canParse(origin)) return false
  if (publicUrl !== null) return origin === publicUrl
  const { protocol, host: own } = new URL(origin)
  return (
    host !== null &&
    URL.canParse(`${protocol}//${host}`) &&
    own === new URL(`${protocol}//${host}`).host
  )
}

/** The live channel: `routes` takes sockets in, `attach` gives it the server that tells them. */
export function openLive(
  deps: Pick<Deps, 'store' | 'bus' | 'tokens' | 'counters' | 'config' | 'log' | 'now'>,
  timers: Timers = systemTimers,
) {
  const { store, bus, counters, config, log } = deps
  let server: Publisher | null = null
  const counts = { statesPublished: 0, repairs: 0 }
  const publish = (topic: string, frame: string) => void server?.publish(topic, frame)
  const topics = openTopics({
    store,
    log,
    publish(topic, frame) {
      counts.statesPublished++
      publish(topic, frame)
    },
  })
  const sockets = openSockets({ deps, topics, timers })

  let ticks = 0
  let isLooking = false
  let isBlind = false

  /** Finds what no nudge has told: a dead bus, or a crash between commit and nudge, is then a short delay. */
  async function reconcile(): Promise<void> {
    if (isLooking || sockets.counts().sockets === 0) return
    isLooking = true
    try {
      const held = sockets.identities()
      const identities = [...held.values()]
      const pulse = await store.pulse({
        accountIds: [...new Set(identities.map(({ accountId }) => accountId))],
        jtis: identities.map(({ jti }) => jti),
      })
      isBlind = false
      sockets.revoke(held, pulse)
      for (const [topic, rev] of Object.entries(pulse.revs) as [keyof typeof pulse.revs, number][])
        if (topics.repair(topic, rev)) counts.repairs++
      for (const { id, ordersRev } of pulse.accounts)
        if (topics.repair(`orders:${id}`, ordersRev)) counts.repairs++
    } catch (error) {
      if (!isBlind) log.warn('live_pulse_failed', { error: String(error) })
      isBlind = true
    } finally {
      isLooking = false
    }
  }

  const stopTicking = timers.every(TICK_MS, () => {
    sockets.sweep()
    sockets.beat(ticks++ % limits.beatSeconds, publish)
    void reconcile()
  })
  const stopHearing = bus.subscribe(topics.nudge)

  const routes = new Elysia({ name: 'live', tags: ['Live updates'] }).get(
    '/live',
    async ({ request, server: bun, set }) => {
      const header = (name: string) => request.headers.get(name)
      const offered = header('sec-websocket-protocol')?.split(/\s*,\s*/) ?? []
      const speaks = offered.length === 0 || offered.includes(LIVE_PROTOCOL)
      if (header('upgrade')?.toLowerCase() !== 'websocket' || !speaks) {
        set.headers['upgrade'] = 'websocket'
        throw new Refusal('upgrade_required', `Open a WebSocket here, as ${LIVE_PROTOCOL}.`)
      }
      if (!isOwnOrigin(header('origin'), header('host'), config))
        throw new Refusal('forbidden', 'Only pages of this site may connect.')
      if (config.rateLimits) {
        const address = clientAddress(request, bun, config.trustProxy)
        const waitMs = await counters.take(`live:${address}`, UPGRADES)
        if (waitMs > 0) throw tooManyRequests(waitMs / 1000, 'Too many connections. Please wait.')
      }
      const headers = offered.length > 0 ? { 'sec-websocket-protocol': LIVE_PROTOCOL } : {}
      if (!bun?.upgrade(request, { data: sockets.newData(), headers }))
        throw new Refusal('upgrade_required', 'This is no WebSocket handshake.')
    },
    {
      detail: {
        summary: 'Hear of changes over a WebSocket',
        description: 'The frames are described in the README.',
        responses: {
          101: { description: 'The socket is open.' },
          403: { description: 'A page of another site.' },
          426: { description: 'No handshake.' },
          429: { description: 'Too many connections.' },
        },
      },
    },
  )

  return {
    routes,
    sockets,
    /** Whose sockets are told; called once it listens. */
    attach(listening: Publisher): void {
      server = listening
    },
    /** Closes every socket with 1012 and takes no new one. */
    drain: sockets.drain,
    stop(): void {
      stopTicking()
      stopHearing()
      sockets.stop()
    },
    counts: () => ({ ...sockets.counts(), ...counts }),
  }
}
