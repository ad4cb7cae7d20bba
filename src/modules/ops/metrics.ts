import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge } from 'prom-client'
import type { Deps } from '#src/deps.ts'

declare module 'fs' {
  /** Bun has it, and its types do not. */
  export function statfsSync(path: string): { bavail: number; bsize: number }
}

/** A store that is away must not hold up the other metrics. */
const STORE_MS = 2_000
const BACKUP = /^portal-.*\.(?:sqlite|jsonl\.gz)$/

const sha256 = (text: string) =>
  Uint8Array.from(new Bun.CryptoHasher('sha256').update(text).digest())

/** Checks whether a bearer token is the scraper's. Compares digests, so that the response time reveals neither content nor length. */
export function createScraperCheck(metricsToken: string | null): (bearer?: string) => boolean {
  if (metricsToken === null) return () => false
  const known = sha256(metricsToken)
  return (bearer = '') => crypto.timingSafeEqual(sha256(bearer), known)
}

/** When the newest backup in DATA_DIR was made, in milliseconds since 1970; 0 without one. */
function lastBackupAt(dataDir: string): number {
  const folder = join(dataDir, 'backups')
  try {
    const backups = readdirSync(folder).filter((name) => BACKUP.test(name))
    return Math.max(0, ...backups.map((name) => statSync(join(folder, name)).mtimeMs))
  } catch {
    return 0
  }
}

function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** Registers the metrics whose values are read from the instance's components at each scrape. */
export function registerParts(
  { config, store, live, bus, mailer, metrics }: Deps,
  version: string,
): void {
  const registers = [metrics.registry]
  const read = (value: () => number | Promise<number>) => ({
    registers,
    async collect(this: Gauge | Counter) {
      const now = await value()
      this.reset()
      this.inc(now)
    },
  })
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({ name, help, ...read(value) })
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({ name, help, ...read(value) })

  gauge('ws_connections', 'Open WebSocket connections.', () => live.counts().sockets)
  counter(
    'ws_frames_received_total',
    'Frames received from clients.',
    () => live.counts().framesReceived,
  )
  counter(
    'ws_backpressure_closes_total',
    'Connections closed because the client stopped reading.',
    () => live.counts().backpressureCloses,
  )
  counter(
    'live_antientropy_repairs_total',
    'Changes found by polling the store that no notification had announced.',
    () => live.counts().repairs,
  )
  gauge('bus_connected', 'Whether the bus between instances is connected.', () =>
    Number(bus.status() === 'ok'),
  )
  counter(
    'otp_sent_total',
    'Code mails that the mail server accepted.',
    () => mailer.counts().codesSent,
  )
  counter(
    'mail_send_failures_total',
    'Mails that could not be delivered to the mail server.',
    () => mailer.counts().failures,
  )
  gauge('mail_up', 'Whether the last mail delivery succeeded.', () =>
    Number(mailer.status() === 'ok'),
  )
  gauge('mails_waiting', 'Mails that wait to be sent, of the newest 200.', () => {
    const waiting = store.mail
      .list()
      .then((mails) => mails.filter(({ state }) => state === 'waiting').length)
    return Promise.race([waiting, Bun.sleep(STORE_MS).then(() => NaN)]).catch(() => NaN)
  })
  gauge('data_free_bytes', 'Free space of the disk that holds DATA_DIR, in bytes.', () =>
    freeBytes(config.dataDir),
  )
  gauge(
    'last_backup_time_seconds',
    'Time of the newest file in DATA_DIR/backups in seconds since the Unix epoch; 0 without one.',
    () => lastBackupAt(config.dataDir) / 1000,
  )
  gauge(
    'process_resident_memory_bytes',
    'Resident memory of the process in bytes.',
    () => process.memoryUsage().rss,
  )
  counter('process_cpu_seconds_total', 'CPU time of the process in seconds.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge(
    'process_start_time_seconds',
    'Start time of the process in seconds since the Unix epoch.',
    () => performance.timeOrigin / 1000,
  )
  new Gauge({
    name: 'app_build_info',
    help: 'Always 1; the labels name the version, runtime and store.',
    labelNames: ['version', 'bun', 'store'],
    registers,
  }).set({ version, bun: Bun.version, store: config.database.kind }, 1)
}
