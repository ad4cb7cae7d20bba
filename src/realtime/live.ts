import { limits } from '#src/contract/limits.ts'
import { clubOf, isOrdersTopic, partsOf, type Topic } from '#src/contract/topics.ts'
import type { Config } from '#src/config.ts'
import type { Tokens } from '#src/identity/tokens.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { Metrics } from '#src/monitoring/metrics.ts'
import type { Store } from '#src/store/port.ts'
import type { Bus } from './bus.ts'
import type { Counters } from './counters.ts'
import { createSocketQuotas, readDescriptorLimit } from './socket-quotas.ts'
import { openSockets } from './sockets.ts'
import { systemTimers, type Timers } from './timers.ts'
import { openTopics } from './topics.ts'
import type { Turns } from './turns.ts'
import { upgradeRoute } from './upgrade.ts'

const TICK_MS = 1_000
/** The methods of Bun's server that the live channel uses. */
type Publisher = {
  publish(topic: string, frame: string): unknown
  subscriberCount(topic: string): number
}

type LiveParts = {
  config: Config
  store: Store
  bus: Bus
  counters: Counters
  tokens: Tokens
  log: Logger
  metrics: Metrics
  turns: Turns
  now: () => number
}

/** The live channel. `routes` accepts sockets; `attach` sets the server that publishes to them. */
export function openLive(
  deps: LiveParts,
  timers: Timers = systemTimers,
  descriptors = readDescriptorLimit(),
) {
  const { store, bus, log, metrics, now } = deps
  let server: Publisher | null = null
  let repairs = 0
  function publish(kind: Topic, feed: string, frame: string): void {
    if (!server) return
    metrics.messagesSent.inc({ topic_kind: kind }, server.subscriberCount(feed))
    server.publish(feed, frame)
  }
  const topics = openTopics(deps, ({ feed, told, nudgedAt }) => {
    for (const { topic, frame } of told) publish(topic, feed, frame)
    if (nudgedAt !== null) metrics.deliveryLag.observe((now() - nudgedAt) / 1000)
  })
  const quotas = createSocketQuotas(descriptors)
  const sockets = openSockets(deps, { topics, timers, quotas })

  let ticks = 0
  let isReconciling = false
  let hasFailed = false

  /**
   * Compares the revisions that were sent with the store, and closes sockets whose session has ended. If the bus fails, or a
   * process crashes between a commit and its nudge, pages are therefore late but never stay wrong.
   */
  async function reconcile(): Promise<void> {
    if (isReconciling || sockets.counts().sockets === 0) return
    isReconciling = true
    try {
      const asked = sockets.identities()
      const identities = [...asked.values()]
      const pulse = await store.live.pulse({
        personIds: [...new Set(identities.map(({ personId }) => personId))],
        jtis: identities.map(({ jti }) => jti),
      })
      hasFailed = false
      sockets.revoke(asked, pulse)
      const ordersRevs = new Map(pulse.accounts.map(({ clubId, ordersRev }) => [clubId, ordersRev]))
      repairs += topics.repair((feed) =>
        isOrdersTopic(feed)
          ? ordersRevs.get(clubOf(feed))
          : partsOf(feed).reduce((sum, part) => sum + pulse.revs[part], 0),
      )
    } catch (error) {
      if (!hasFailed) log.warn('live_pulse_failed', { error: String(error) })
      hasFailed = true
    } finally {
      isReconciling = false
    }
  }

  const stopTicking = timers.every(TICK_MS, () => {
    sockets.sweep()
    topics.sweep()
    metrics.messagesSent.inc({ topic_kind: 'beat' }, sockets.beat(ticks++ % limits.beatSeconds))
    void reconcile()
  })
  const unsubscribe = bus.subscribe(topics.nudge)

  return {
    routes: upgradeRoute(deps, sockets.newData),
    sockets,
    /** Sets the server that publishes to the sockets. Call it once the server listens. */
    attach(listening: Publisher): void {
      server = listening
    },
    /** Closes every socket with 1012 and accepts no new one. */
    drain: sockets.drain,
    stop(): void {
      stopTicking()
      unsubscribe()
    },
    counts: () => ({ ...sockets.counts(), repairs }),
  }
}
