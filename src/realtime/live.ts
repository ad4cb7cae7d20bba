import type { Topic } from '#src/contract/frames.ts'
import { limits } from '#src/contract/limits.ts'
import type { Config } from '#src/config.ts'
import type { Tokens } from '#src/identity/tokens.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { Metrics } from '#src/monitoring/metrics.ts'
import type { Store } from '#src/store/port.ts'
import type { Bus } from './bus.ts'
import type { Counters } from './counters.ts'
import { openRoom, readDescriptorLimit } from './room.ts'
import { openSockets } from './sockets.ts'
import { systemTimers, type Timers } from './timers.ts'
import { openTopics, toWireTopic } from './topics.ts'
import { upgradeRoute } from './upgrade.ts'

const TICK_MS = 1_000
/** The part of Bun's server that is used. */
type Publisher = {
  publish(topic: string, frame: string): unknown
  subscriberCount(topic: string): number
}

export type Live = ReturnType<typeof openLive>

type LiveParts = {
  config: Config
  store: Store
  bus: Bus
  counters: Counters
  tokens: Tokens
  log: Logger
  metrics: Metrics
  now: () => number
}

/** The live channel: `routes` takes sockets in, `attach` gives it the server that tells them. */
export function openLive(
  deps: LiveParts,
  timers: Timers = systemTimers,
  descriptors = readDescriptorLimit(),
) {
  const { store, bus, log, metrics, now } = deps
  let server: Publisher | null = null
  const counts = { statesPublished: 0, repairs: 0 }
  function publish(kind: Topic | 'beat', topic: string, frame: string): void {
    if (!server) return
    metrics.messagesSent.add([kind], server.subscriberCount(topic))
    server.publish(topic, frame)
  }
  const topics = openTopics({
    store,
    log,
    now,
    publish(topic, frame, heardAt) {
      counts.statesPublished++
      publish(toWireTopic(topic), topic, frame)
      if (heardAt !== null) metrics.deliveryLag.observe((now() - heardAt) / 1000)
    },
  })
  const sockets = openSockets({ deps, topics, timers, room: openRoom(descriptors) })

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
      const pulse = await store.live.pulse({
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
    sockets.beat(ticks++ % limits.beatSeconds, (topic, frame) => publish('beat', topic, frame))
    void reconcile()
  })
  const stopHearing = bus.subscribe(topics.nudge)

  return {
    routes: upgradeRoute(deps, sockets.newData),
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
