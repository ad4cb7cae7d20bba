/** The named metrics of an instance, for `/metrics`. Label values come from fixed sets, never from a request: each new one is kept until the process ends. */
import { Counter, Histogram, Registry } from 'prom-client'
import type { PagePath } from '#client/shared/pages.ts'
import { METRICS, type Metric } from '#src/contract/vitals.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Upper bounds of the buckets, in milliseconds as pages report them. CLS has no unit. */
const VITAL_BOUNDS: Record<Metric, readonly number[]> = {
  LCP: [100, 200, 500, 1_000, 1_500, 2_000, 2_500, 4_000, 8_000],
  FCP: [100, 200, 500, 1_000, 1_500, 1_800, 3_000, 6_000],
  TTFB: [50, 100, 200, 400, 800, 1_800, 4_000],
  INP: [25, 50, 100, 200, 300, 500, 1_000, 2_000],
  CLS: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
}
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The label for values that a client can invent, so that no client can fill the memory with new labels. */
const OTHER = 'other'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics. They use base units. A label never contains an account, an address or a path sent by a client. */
export function createMetrics() {
  const registry = new Registry()
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    buckets = SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets, registers: [registry] })

  const scaleOf = (metric: Metric) => (metric === 'CLS' ? 1 : 1000)
  const vitals = new Map(
    METRICS.map((metric) => {
      const name = `web_vital_${metric.toLowerCase()}${metric === 'CLS' ? '' : '_seconds'}`
      const bounds = VITAL_BOUNDS[metric].map((bound) => bound / scaleOf(metric))
      return [metric, histogram(name, `${metric} of real visits.`, ['page'], bounds)]
    }),
  )
  const requests = counter('http_requests_total', 'Requests answered.', [
    'route',
    'method',
    'status',
  ])
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its reply.',
    ['route', 'method'],
  )
  return {
    registry,
    messagesSent: counter(
      'ws_messages_sent_total',
      'Frames published to sockets, by topic kind. Replies to a single page are not counted.',
      ['topic_kind'],
    ),
    deliveryLag: histogram(
      'ws_delivery_lag_seconds',
      'Time between an instance receiving the notice of a commit and sending it to its sockets.',
    ),
    ordersPlaced: counter(
      'orders_placed_total',
      'Attempts to place an order: `placed`, `replayed`, or the code of the refusal.',
      ['result'],
    ),
    /** Without labels, so that it stands at 0 before the first: an alert sees only what grows. */
    faults: counter('internal_errors_total', 'Requests answered with 500: faults of the program.'),
    replays: counter('idempotent_replays_total', 'Retries that got the stored first reply.'),
    stockConflicts: counter(
      'stock_conflicts_total',
      'Allotments refused because the stock was too small.',
    ),
    signIns: counter('auth_attempts_total', 'Attempts to sign in.', ['result']),
    storeSeconds: histogram('db_op_duration_seconds', 'Calls to the store.', ['op']),
    loopLag: histogram('event_loop_lag_seconds', 'Delay of a timer behind its planned time.'),
    /** `route` is the pattern that matched the request. Unmatched requests and wildcard routes count as `other`. */
    countRequest(given: string | undefined, sent: string, status: unknown, seconds: number): void {
      const route = !given || given.includes('*') ? OTHER : given
      const method = METHODS.includes(sent) ? sent : OTHER
      requests.inc({ route, method, status: String(status) })
      requestSeconds.observe({ route, method }, seconds)
    },
    observeVital(metric: Metric, page: PagePath, value: number): void {
      vitals.get(metric)?.observe({ page }, value / scaleOf(metric))
    },
  }
}

const LOOP_CHECK_MS = 500

/** Measures how late timers run. Returns a function that stops the measurement. */
export function watchEventLoop({ loopLag }: Metrics): () => void {
  let plannedAt = performance.now() + LOOP_CHECK_MS
  const timer = setInterval(() => {
    const at = performance.now()
    loopLag.observe(Math.max(0, at - plannedAt) / 1000)
    plannedAt = at + LOOP_CHECK_MS
  }, LOOP_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
