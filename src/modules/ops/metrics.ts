import type { Deps } from '#src/deps.ts'

const sha256 = (text: string) =>
  Uint8Array.from(new Bun.CryptoHasher('sha256').update(text).digest())

/** Whether a bearer is the scraper's. Compares digests, so that neither content nor length shows in the time. */
export function createScraperCheck(metricsToken: string | null): (bearer: string) => boolean {
  if (metricsToken === null) return () => false
  const known = sha256(metricsToken)
  return (bearer) => crypto.timingSafeEqual(sha256(bearer), known)
}

/** Adds what the parts of an instance know of themselves, to be read when somebody asks. */
export function registerParts({ config, live, bus, mailer, metrics }: Deps, version: string): void {
  const { gauge } = metrics.registry
  const grows = { type: 'counter' } as const
  gauge('ws_connections', 'Open sockets.', () => live.counts().sockets)
  gauge(
    'ws_frames_received_total',
    'Frames that pages have said.',
    () => live.counts().framesReceived,
    grows,
  )
  gauge(
    'ws_backpressure_closes_total',
    'Sockets cut because their reader stalled.',
    () => live.counts().backpressureCloses,
    grows,
  )
  gauge(
    'live_antientropy_repairs_total',
    'Changes that the store showed and no nudge had told.',
    () => live.counts().repairs,
    grows,
  )
  gauge('bus_connected', 'Whether instances can tell each other.', () =>
    Number(bus.status() === 'ok'),
  )
  gauge(
    'otp_sent_total',
    'Mails with a code that were handed over.',
    () => mailer.counts().codesSent,
    grows,
  )
  gauge(
    'mail_send_failures_total',
    'Mails that could not be handed over.',
    () => mailer.counts().failures,
    grows,
  )
  gauge('mail_up', 'Whether the last mail could be handed over.', () =>
    Number(mailer.status() === 'ok'),
  )
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage().rss)
  gauge(
    'process_cpu_seconds_total',
    'Processor time of the process.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    grows,
  )
  gauge(
    'process_start_time_seconds',
    'When the process began, since 1970.',
    () => performance.timeOrigin / 1000,
  )
  gauge('app_build_info', 'Always 1; what is running.', () => 1, {
    labels: { version, bun: Bun.version, store: config.database.kind },
  })
}
