/** The server: reads the settings, opens the parts, listens, and shuts down in order. */
import { statSync } from 'node:fs'
import { createApp } from './app.ts'
import { readArguments } from './cli/arguments.ts'
import { type Config, ConfigError, originOf, readConfig } from './config.ts'
import { closeDeps, openDeps } from './deps.ts'
import type { Secrets } from './identity/keys.ts'
import { newPasswordFault } from './identity/passwords.ts'
import { readOrCreateSecret } from './identity/secret.ts'
import { createLogger, type Logger, printLine } from './monitoring/log.ts'
import { watchEventLoop } from './monitoring/metrics.ts'
import { openSecurityLog } from './monitoring/security-log.ts'
import { startWatchdog } from './monitoring/watchdog.ts'
import { outboxOf } from './mail/mailer.ts'
import { prepareAccounts } from './setup/first-run.ts'
import { keepDataDirectory, readSecretFile } from './store/owner-only.ts'

const PURGE_EVERY_MS = 3_600_000
/** Time for proxies to notice that this instance is not ready any more. */
const PROXY_NOTICE_MS = 5_000
const HARD_EXIT_MS = 15_000

/** Creates the data directory if it is missing, and returns the reasons why it cannot be used. */
function dataDirProblems(path: string): readonly string[] {
  try {
    keepDataDirectory(path)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

function readSecrets({ secrets, dataDir }: Config): Secrets {
  if (secrets) return secrets
  try {
    return { current: readOrCreateSecret(dataDir), previous: null }
  } catch (error) {
    throw new ConfigError([(error as Error).message])
  }
}

function listen<Listening>(work: () => Listening): Listening {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError([`PORT is taken: ${(error as Error).message}`])
  }
}

/** Warns about secret files that every user of this machine can read. */
function warnOfReadableSecrets(paths: readonly string[], log: Logger): void {
  for (const path of paths)
    if ((statSync(path).mode & 0o004) !== 0)
      log.warn('secret_file_readable_by_all', { path, note: 'Run chmod 600 on this file.' })
}

/** Resolves when the server listens. Throws a `ConfigError` if it cannot start. */
export async function run(words: readonly string[]): Promise<void> {
  // The single executable holds no sources that could be reloaded.
  const { flags } = readArguments(words, {
    named: [],
    flags: Bun.isStandaloneExecutable ? [] : ['dev'],
  })
  // Every file that this process writes is readable by its owner only.
  process.umask(0o077)
  const config = readConfig(process.env, readSecretFile, {
    passwordFault: newPasswordFault,
    dataDirProblems,
  })
  const log = createLogger(config.logLevel, printLine, openSecurityLog(config.dataDir))
  const secrets = readSecrets(config)
  let isStopping = false
  const deps = await openDeps(config, { log, secrets, isStopping: () => isStopping })
  const { store, live } = deps
  warnOfReadableSecrets(config.secretFiles, log)
  if (!config.rateLimits)
    log.warn('rate_limits_off', {
      note: 'RATE_LIMITS=off turns off every rate limit. Use it for tests only.',
    })

  if (config.mail.kind === 'smtp' && config.mail.tls === 'off')
    log.warn('mail_in_clear', {
      note: 'Mails and their codes reach the mail server without encryption. See SMTP_TLS.',
    })

  const firstSteps = await prepareAccounts(config, store)
  const app = createApp(deps)
  const isDev = flags.has('dev')
  if (isDev) (await import('#client/build/dev.ts')).serveDocuments(app)
  const server = listen(() =>
    app.listen({ port: config.port, hostname: config.host, reusePort: false }),
  ).server
  if (!server) throw new ConfigError([`PORT ${config.port} cannot be listened on.`])
  live.attach(server)
  // Not in development, where a debugger can pause the event loop for minutes.
  if (!isDev) startWatchdog()
  const stopWatching = watchEventLoop(deps.metrics)
  const purge = setInterval(() => {
    store.upkeep
      .purge(deps.now())
      .catch((error: unknown) => log.error('purge_failed', { error: String(error) }))
  }, PURGE_EVERY_MS)

  // `up` restarts a server only after it has reported that it started.
  process.send?.('started')
  const mails =
    config.mail.kind === 'files'
      ? `  Mails are files in ${outboxOf(config.dataDir)}; their codes are printed here.\n`
      : ''
  console.log(`\n  The portal is at ${originOf(config, server.port)}/inventory\n${mails}`)
  if (firstSteps) console.log(firstSteps)
  log.info('started', { port: server.port, store: config.database.kind })

  async function shutDown(signal: string) {
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal })
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    clearInterval(purge)
    stopWatching()
    if (config.trustProxy > 0) await Bun.sleep(PROXY_NOTICE_MS)
    await closeDeps(deps, () => app.stop())
    await store.close()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void shutDown(signal))
  // The parent process `up` has ended.
  if (process.send) process.on('disconnect', () => void shutDown('disconnect'))
}
