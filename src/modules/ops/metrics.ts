import { Counter, Gauge } from 'prom-client'
import type { Deps } from '#src/deps.ts'

const sha256 = (text: string) =>
  Uint8Array.from(new Bun.CryptoHasher('sha256').update(text).digest())

/** Checks whether a bearer token is the scraper's. Compares digests, so that the response time reveals neither content nor length. */
export function createScraperCheck(metricsToken: string | null): (bearer: string) => boolean {
  if (metricsToken === null) return () => false
  const known = sha256(metricsToken)
  return (bearer) => crypto.timingSafeEqual(sha256(bearer), known)
}

/** Registers the metrics whose values are read from the instance's components at each scrape. */
export function registerParts({ config, live, bus, mailer, metrics }: Deps, version: string): void {
  const registers = [metrics.registry]
  const read = (value: () => number) => ({
    registers,
    collect(this: Gauge | Counter) {
      this.reset()
      this.inc(value())
    },
  })
  const gauge = (name: string, help: string, value: () => number) =>
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
