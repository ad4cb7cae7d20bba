import { type Config, originOf } from './config.ts'
import { createCodes } from './identity/codes.ts'
import { createDevices } from './identity/devices.ts'
import { createMailsOff } from './identity/mails-off.ts'
import { createKeys, type Secrets } from './identity/keys.ts'
import { createTokens } from './identity/tokens.ts'
import { withBudget } from './mail/budget.ts'
import { openMailer } from './mail/mailer.ts'
import { openOutbox } from './mail/outbox.ts'
import type { Logger } from './monitoring/log.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { type Bus, openLocalBus } from './realtime/bus.ts'
import { type Counters, NO_LIMITS, openLocalCounters } from './realtime/counters.ts'
import { openLive } from './realtime/live.ts'
import { openOrderingClock } from './realtime/ordering-clock.ts'
import type { Timers } from './realtime/timers.ts'
import { createTurns } from './realtime/turns.ts'
import { openStore } from './store/index.ts'
import { measureStore } from './store/measured.ts'
import type { Store } from './store/port.ts'
import { publishWrites } from './store/published.ts'

/** The dependencies of `createApp`: every part that has side effects. */
export type Deps = Awaited<ReturnType<typeof openDeps>>

/** Opens the bus and the counters in Redis, or in this process if no Redis is configured. */
async function openShared(
  { redisUrl, database }: Config,
  { store, log, now }: { store: Store; log: Logger; now: () => number },
): Promise<{ bus: Bus; counters: Counters }> {
  if (redisUrl !== null) {
    // read only by a server that uses it
    const { openRedis } = await import('./realtime/redis.ts')
    // The store's epoch names the installation, so that only instances with the same store share messages.
    return openRedis({ url: redisUrl, installation: store.epoch, log, now })
  }
  if (database.kind === 'mongodb')
    log.warn('one_instance_only', {
      note: 'MONGODB_URL is set without REDIS_URL: run one instance only, or set both.',
    })
  return { bus: openLocalBus(), counters: openLocalCounters(now) }
}

/**
 * Opens the parts of a portal; does not listen yet. `store` is an already open store to use, and `timers` are for the live channel.
 * Throws a `ConfigError` if the store or a server cannot be used.
 */
export async function openDeps(
  config: Config,
  {
    log,
    secrets,
    isStopping,
    now = Date.now,
    timers,
    store: opened,
  }: {
    log: Logger
    secrets: Secrets
    /** True after the process has received a signal to stop. */
    isStopping: () => boolean
    /** The time in milliseconds since 1970. Tests replace it. */
    now?: () => number
    timers?: Timers | undefined
    store?: Store | undefined
  },
) {
  const metrics = createMetrics()
  const measured = measureStore(opened ?? (await openStore(config, log)), metrics)
  const { bus, counters: counted } = await openShared(config, { store: measured, log, now })
  const counters = config.rateLimits ? counted : NO_LIMITS
  const store = publishWrites(measured, bus.publish)
  const keys = createKeys(secrets)
  const tokens = createTokens(secrets)
  const codes = createCodes(keys)
  const mailsOff = createMailsOff(keys)
  const { dataDir, mailsPerHour } = config
  const sender = openMailer(config.mail, { dataDir, log })
  const mailer = withBudget(sender, { counters: counted, mailsPerHour, log, now })
  const turns = createTurns()
  const parts = { config, store, bus, counters, tokens, codes, mailer, log, metrics, turns, now }
  return {
    ...parts,
    keys,
    devices: createDevices(keys),
    mailsOff,
    /** The base URL of links in mails; `listensOn` is the port that the server got. */
    originOf: (listensOn?: number) => originOf(config, listensOn),
    outbox: openOutbox({
      ...parts,
      mailsOff,
      origin: originOf(config),
      digestMinutes: config.digestMinutes,
    }),
    live: openLive(parts, timers),
    clock: openOrderingClock(parts, timers),
    isStopping,
  }
}

/**
 * Closes a portal in order: sockets, then requests, then the other parts. `stopServer` resolves after the last reply. Does not close
 * the store, because several portals may share one.
 */
export async function closeDeps(
  { live, clock, outbox, counters, bus }: Deps,
  stopServer: () => Promise<unknown>,
): Promise<void> {
  await live.drain()
  await stopServer()
  await outbox.stop()
  clock.stop()
  live.stop()
  await counters.close()
  await bus.close()
}
