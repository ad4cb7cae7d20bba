import type { Deps } from '#src/deps.ts'

const sha256 = (text: string) =>
  Uint8Array.from(new Bun.CryptoHasher('sha256').update(text).digest())

/** Checks whether a bearer token is the scraper's. Compares digests, so that the response time reveals neither content nor length. */
export function createScraperCheck(metricsToken: string | null): (bearer: string) => boolean {
  if (metricsToken === null) return () => false
  const known = sha256(metricsToken)
  return (bearer) => crypto.timingSafeEqual(sha256(bearer), known)
}

/** Registers gauges whose values are read from the instance's components at each scrape. */
export function registerParts({ config, live, bus, mailer, metrics }: Deps, version: string): void {
  const { gauge } = metrics.registry
  const grows = { type: 'counter' } as const
  gauge('ws_connections', 'Open WebSocket connections.', () => live.counts().sockets)
  gauge(
    'ws_frames_received_total',
    'Frames received from clients.',
    () => live.counts().framesReceived,
    grows,
  )
  gauge(
    'ws_backpressure_closes_total',
    'Connections closed because the client stopped reading.',
    () => live.counts().backpressureCloses,
    grows,
  )
  gauge(
    'live_antientropy_repairs_total',
    'Changes found by polling the store that no notification had announced.',
    () => live.counts().repairs,
    grows,
  )
  gauge('bus_connected', 'Whether the bus between instances is connected.', () =>
    Number(bus.status() === 'ok'),
  )
  gauge(
    'otp_sent_total',
    'Code mails that the mail server accepted.',
    () => mailer.counts().codesSent,
    grows,
  )
  gauge(
    'mail_send_failures_total',
    'Mails that could not be delivered to the mail server.',
    () => mailer.counts().failures,
    grows,
  )
  gauge('mail_up', 'Whether the last mail delivery succeeded.', () =>
    Number(mailer.status() === 'ok'),
  )
  gauge(
    'process_resident_memory_bytes',
    'Resident memory of the process in bytes.',
    () => process.memoryUsage().rss,
  )
  gauge(
    'process_cpu_seconds_total',
    'CPU time of the process in seconds.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    grows,
  )
  gauge(
    'process_start_time_seconds',
    'Start time of the process in seconds since the Unix epoch.',
    () => performance.timeOrigin / 1000,
  )
  gauge('app_build_info', 'Always 1; the labels name the version, runtime and store.', () => 1, {
    labels: { version, bun: Bun.version, store: config.database.kind },
  })
}
