/** What an instance counts of itself, for `/metrics` in the text format of Prometheus. */
import { METRICS, type MeasuredPage, type Metric } from '#src/contract/vitals.ts'

/** Values of labels come from fixed sets, never from a request: each new one is kept for the life of the process. */
type LabelValues = readonly string[]

export type Counter = { add(labels?: LabelValues, by?: number): void }
export type Histogram = { observe(value: number, labels?: LabelValues): void }

type Series = { name: string; labels: string; value: number }
type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  read(): Series[]
}

const quote = (text: string) =>
  `"${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`)}"`

function toLabels(names: readonly string[], values: LabelValues, more: string[] = []): string {
  const pairs = names.map((name, index) => `${name}=${quote(values[index] ?? '')}`)
  const all = [...pairs, ...more]
  return all.length === 0 ? '' : `{${all.join(',')}}`
}

const toText = ({ name, help, type, read }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...read().map((series) => `${series.name}${series.labels} ${series.value}`),
  ].join('\n')

export type Registry = ReturnType<typeof createRegistry>

/** Counters, gauges and histograms by name. Counting costs a look-up in a map and an addition. */
export function createRegistry() {
  const families: Family[] = []

  /** One cell for each combination of labels that was seen. A map in a map: a joined key would have to be hashed each time. */
  function cells<Cell>(make: () => Cell) {
    type Node = { next: Map<string, Node>; cell: Cell | null }
    const all: { labels: LabelValues; cell: Cell }[] = []
    const root: Node = { next: new Map(), cell: null }
    return {
      of(labels: LabelValues): Cell {
        let node = root
        for (const label of labels) {
          let next = node.next.get(label)
          if (!next) node.next.set(label, (next = { next: new Map(), cell: null }))
          node = next
        }
        if (node.cell === null) {
          node.cell = make()
          all.push({ labels, cell: node.cell })
        }
        return node.cell
      },
      all: () => all,
    }
  }

  return {
    counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
      const counts = cells(() => ({ value: 0 }))
      if (labelNames.length === 0) counts.of([])
      families.push({
        name,
        help,
        type: 'counter',
        read: () =>
          counts.all().map(({ labels, cell }) => ({
            name,
            labels: toLabels(labelNames, labels),
            value: cell.value,
          })),
      })
      return {
        add(labels = [], by = 1) {
          counts.of(labels).value += by
        },
      }
    },
    /** Read when somebody asks. A `counter` is a gauge that only grows. */
    gauge(
      name: string,
      help: string,
      read: () => number,
      {
        type = 'gauge',
        labels = {},
      }: { type?: 'gauge' | 'counter'; labels?: Record<string, string> } = {},
    ): void {
      const text = toLabels(Object.keys(labels), Object.values(labels))
      families.push({ name, help, type, read: () => [{ name, labels: text, value: read() }] })
    },
    /** `bounds` are the upper ends of the buckets, in ascending order. */
    histogram(
      name: string,
      help: string,
      bounds: readonly number[],
      labelNames: readonly string[] = [],
    ): Histogram {
      const counts = cells(() => ({ buckets: bounds.map(() => 0), count: 0, sum: 0 }))
      families.push({
        name,
        help,
        type: 'histogram',
        read: () =>
          counts.all().flatMap(({ labels, cell }) => {
            let below = 0
            const buckets = bounds.map((bound, index) => ({
              name: `${name}_bucket`,
              labels: toLabels(labelNames, labels, [`le="${bound}"`]),
              value: (below += cell.buckets[index] ?? 0),
            }))
            const own = toLabels(labelNames, labels)
            return [
              ...buckets,
              {
                name: `${name}_bucket`,
                labels: toLabels(labelNames, labels, ['le="+Inf"']),
                value: cell.count,
              },
              { name: `${name}_sum`, labels: own, value: cell.sum },
              { name: `${name}_count`, labels: own, value: cell.count },
            ]
          }),
      })
      return {
        observe(value, labels = []) {
          const cell = counts.of(labels)
          const index = bounds.findIndex((bound) => value <= bound)
          if (index >= 0) cell.buckets[index] = (cell.buckets[index] ?? 0) + 1
          cell.count += 1
          cell.sum += value
        },
      }
    },
    toPrometheus: (): string => `${families.map(toText).join('\n')}\n`,
  }
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Of the vitals, in milliseconds as pages report them; CLS has no unit. */
const VITAL_BOUNDS: Record<Metric, readonly number[]> = {
  LCP: [100, 200, 500, 1_000, 1_500, 2_000, 2_500, 4_000, 8_000],
  FCP: [100, 200, 500, 1_000, 1_500, 1_800, 3_000, 6_000],
  TTFB: [50, 100, 200, 400, 800, 1_800, 4_000],
  INP: [25, 50, 100, 200, 300, 500, 1_000, 2_000],
  CLS: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
}
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Of whatever a client may make up, so that no client can fill the memory. */
const OTHER = 'other'

export type Metrics = ReturnType<typeof createMetrics>

/** The named metrics. Base units; no account, address or path of a client is ever a label. */
export function createMetrics() {
  const registry = createRegistry()
  const vitals = new Map(
    METRICS.map((metric) => {
      const hasUnit = metric !== 'CLS'
      const histogram = registry.histogram(
        `web_vital_${metric.toLowerCase()}${hasUnit ? '_seconds' : ''}`,
        `${metric} of real visits.`,
        VITAL_BOUNDS[metric].map((bound) => (hasUnit ? bound / 1000 : bound)),
        ['page'],
      )
      return [metric, { histogram, scale: hasUnit ? 1000 : 1 }]
    }),
  )
  const requests = registry.counter('http_requests_total', 'Requests answered.', [
    'route',
    'method',
    'status',
  ])
  const requestSeconds = registry.histogram(
    'http_request_duration_seconds',
    'From a request to the end of its reply.',
    SECONDS,
    ['route', 'method'],
  )
  return {
    registry,
    messagesSent: registry.counter(
      'ws_messages_sent_total',
      'Frames published to sockets, by what they tell; answers to a single page are not counted.',
      ['topic_kind'],
    ),
    deliveryLag: registry.histogram(
      'ws_delivery_lag_seconds',
      'From the moment an instance hears of a commit to the frame that tells its sockets.',
      SECONDS,
    ),
    ordersPlaced: registry.counter(
      'orders_placed_total',
      'Attempts to place an order: `placed`, `replayed`, or the code of the refusal.',
      ['result'],
    ),
    replays: registry.counter(
      'idempotent_replays_total',
      'Repeated requests that got the first answer again.',
    ),
    stockConflicts: registry.counter(
      'stock_conflicts_total',
      'Allotments refused because there was not enough.',
    ),
    signIns: registry.counter('auth_attempts_total', 'Attempts to sign in.', ['result']),
    storeSeconds: registry.histogram('db_op_duration_seconds', 'Calls to the store.', SECONDS, [
      'op',
    ]),
    loopLag: registry.histogram(
      'event_loop_lag_seconds',
      'How much later than planned a timer ran.',
      SECONDS,
    ),
    /** `route` is the pattern that a request met; what met none, or one for everything, is `other`. */
    countRequest(
      route: string | undefined,
      method: string,
      status: unknown,
      seconds: number,
    ): void {
      const where = !route || route.includes('*') ? OTHER : route
      const how = METHODS.includes(method) ? method : OTHER
      requests.add([where, how, String(status)])
      requestSeconds.observe(seconds, [where, how])
    },
    observeVital(metric: Metric, page: MeasuredPage, value: number): void {
      const { histogram, scale } = vitals.get(metric) ?? {}
      if (histogram) histogram.observe(value / (scale ?? 1), [page])
    },
    toPrometheus: registry.toPrometheus,
  }
}

const LOOP_LOOK_MS = 500

/** Measures how late timers run; answers how to stop. */
export function watchEventLoop({ loopLag }: Metrics): () => void {
  let plannedAt = performance.now() + LOOP_LOOK_MS
  const timer = setInterval(() => {
    const at = performance.now()
    loopLag.observe(Math.max(0, at - plannedAt) / 1000)
    plannedAt = at + LOOP_LOOK_MS
  }, LOOP_LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
