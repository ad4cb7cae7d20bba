/** Counters, gauges and histograms, written in the text format of Prometheus. */

/** Label values must come from fixed sets, never from a request: the registry keeps each new value until the process ends. */
type LabelValues = readonly string[]

type Counter = { add(labels?: LabelValues, by?: number): void }
type Histogram = { observe(value: number, labels?: LabelValues): void }

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

/** Creates an empty registry. A count costs one map lookup per label and an addition. */
export function createRegistry() {
  const families: Family[] = []

  /** One cell for each combination of labels so far. Uses nested maps, because a joined key would be hashed at every count. */
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
    /** Calls `read` at each scrape. Use type `counter` for a value that never decreases. */
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
