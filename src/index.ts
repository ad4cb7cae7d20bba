/** Starts the process: settings → store, bus, mail → app → listen → tidy stop. The only reader of the environment. */
import { readFileSync, statSync } from 'node:fs'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createAdministrator, printSignIns, seedFirstRun } from './setup/first-run.ts'
import { createKeys, type Secrets } from './identity/keys.ts'
import { createLogger, type Logger, printLine } from './monitoring/log.ts'
import { withBudget } from './mail/budget.ts'
import { openMailer } from './mail/mailer.ts'
import { openOutbox } from './mail/outbox.ts'
import { createMetrics, watchEventLoop } from './monitoring/metrics.ts'
import { createCodes } from './identity/codes.ts'
import { createDevices } from './identity/devices.ts'
import { newPasswordFault } from './identity/passwords.ts'
import { openLocalBus } from './realtime/bus.ts'
import { openLocalCounters } from './realtime/counters.ts'
import { openLive } from './realtime/live.ts'
import { readOrCreateSecret } from './identity/secret.ts'
import { openSecurityLog } from './monitoring/security-log.ts'
import { openStore } from './store/index.ts'
import { measureStore } from './store/measured.ts'
import { keepDataDirectory } from './store/owner-only.ts'
import { createTokens } from './identity/tokens.ts'
import { startWatchdog } from './monitoring/watchdog.ts'

const PURGE_EVERY_MS = 3_600_000
/** How long proxies may take to notice that this instance is not ready any more. */
const PROXY_NOTICE_MS = 5_000
const HARD_EXIT_MS = 15_000

/** Ends a start that cannot succeed: one line for each problem, no stack. */
function refuseToStart(problems: string[]): never {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

/** What instances tell each other: over Redis, or within this process when there is none. */
async function openShared(config: Config, { store, log }: Pick<Deps, 'store' | 'log'>) {
  if (config.redisUrl === null) {
    if (config.database.kind === 'mongodb')
      log.warn('one_instance_only', {
        note: 'MONGODB_URL without REDIS_URL: more than one instance needs both.',
      })
    return { bus: openLocalBus(), counters: openLocalCounters(Date.now) }
  }
  const { openRedis } = await import('./realtime/redis.ts')
  // the epoch is that of the data: whoever works on the same store belongs together
  return openRedis({ url: config.redisUrl, installation: store.epoch, log, now: Date.now })
}

function readSecrets({ secrets, dataDir }: Config): Secrets {
  if (secrets) return secrets
  try {
    return { current: readOrCreateSecret(dataDir), previous: null }
  } catch (error) {
    throw new ConfigError([(error as Error).message])
  }
}

/** A secret that others on this machine can read is one to them all. */
function warnOfReadableSecrets(paths: readonly string[], log: Logger): void {
  for (const path of paths)
    if ((statSync(path).mode & 0o004) !== 0)
      log.warn('secret_file_readable_by_all', { path, note: 'chmod 600 keeps it from others.' })
}

async function openDeps(config: Config): Promise<{ deps: Deps; stop: { requested: boolean } }> {
  keepDataDirectory(config.dataDir)
  const log = createLogger(config.logLevel, printLine, openSecurityLog(config.dataDir))
  const keys = createKeys(readSecrets(config))
  const stop = { requested: false }
  const now = Date.now
  const metrics = createMetrics()
  const store = measureStore(await openStore(config, log), metrics)
  const { bus, counters } = await openShared(config, { store, log })
  const tokens = createTokens(keys.secrets)
  const codes = createCodes(keys)
  const devices = createDevices(keys)
  const mailer = withBudget(openMailer(config.mail, { dataDir: config.dataDir, log }), {
    counters,
    mailsPerHour: config.mailsPerHour,
    log,
    now,
  })
  const outbox = openOutbox({ store, mailer, codes, log, now })
  const live = openLive({ store, bus, tokens, counters, config, log, metrics, now })
  const isStopping = () => stop.requested
  return {
    deps: {
      config,
      store,
      bus,
      counters,
      keys,
      tokens,
      codes,
      devices,
      mailer,
      outbox,
      live,
      log,
      metrics,
      now,
      isStopping,
    },
    stop,
  }
}

async function start() {
  // Whatever this process writes is for its owner alone.
  process.umask(0o077)
  const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'), newPasswordFault)
  const { deps, stop } = await openDeps(config)
  const { store, live, outbox, log } = deps
  warnOfReadableSecrets(config.secretFiles, log)
  if (!config.rateLimits)
    log.warn('rate_limits_off', {
      note: 'RATE_LIMITS=off lifts every count per time; for tests only.',
    })

  if (config.mail.kind === 'smtp' && config.mail.tls === 'off')
    log.warn('mail_in_clear', {
      note: 'Mails and their codes go to the mail server without encryption (SMTP_TLS).',
    })

  const signIns = (await store.accounts.hasAny())
    ? await createAdministrator(config, store)
    : await seedFirstRun(config, store)

  const app = createApp(deps)
  const isDev = process.argv.includes('--dev')
  if (isDev) (await import('#client/build/dev.ts')).serveDocuments(app)
  const server = app.listen({ port: config.port, hostname: config.host, reusePort: false }).server
  if (!server) throw new ConfigError([`PORT ${config.port} cannot be listened on.`])
  live.attach(server)
  // who debugs stops the loop for as long as a look takes
  if (!isDev) startWatchdog()
  const stopWatching = watchEventLoop(deps.metrics)
  const purge = setInterval(() => {
    store.upkeep
      .purge(deps.now())
      .catch((error: unknown) => log.error('purge_failed', { error: String(error) }))
  }, PURGE_EVERY_MS)

  // `up` starts a server again that has come this far
  process.send?.('started')
  printSignIns(`http://localhost:${server.port}`, signIns)
  log.info('started', { port: server.port, store: config.database.kind })

  async function shutDown(signal: string) {
    if (stop.requested) return
    stop.requested = true
    log.info('stopping', { signal })
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    clearInterval(purge)
    stopWatching()
    if (config.trustProxy > 0) await Bun.sleep(PROXY_NOTICE_MS)
    await live.drain()
    await app.stop()
    await outbox.stop()
    live.stop()
    await deps.mailer.close()
    await deps.counters.close()
    await deps.bus.close()
    await store.close()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void shutDown(signal))
  // it goes when `up` goes
  if (process.send) process.on('disconnect', () => void shutDown('disconnect'))
}

try {
  await start()
} catch (error) {
  if (error instanceof ConfigError) refuseToStart(error.problems)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    refuseToStart([`PORT is taken: ${(error as Error).message}`])
  throw error
}
