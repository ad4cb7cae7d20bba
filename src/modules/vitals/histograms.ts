import type { MeasuredPage, Metric } from '#src/contract/vitals.ts'

/** Upper bounds of the buckets: milliseconds, for CLS its own unit. */
const BOUNDS: Record<Metric, readonly number[]> = {
  LCP: [100, 200, 500, 1_000, 1_500, 2_000, 2_500, 4_000, 8_000],
  FCP: [100, 200, 500, 1_000, 1_500, 1_800, 3_000, 6_000],
  TTFB: [50, 100, 200, 400, 800, 1_800, 4_000],
  INP: [25, 50, 100, 200, 300, 500, 1_000, 2_000],
  CLS: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
}

export type Histogram = {
  metric: Metric
  page: MeasuredPage
  bounds: readonly number[]
  /** One count for each bound and one for all that is beyond, each for itself and not summed up. */
  counts: number[]
  sum: number
}

export type Vitals = {
  observe(metric: Metric, page: MeasuredPage, value: number): void
  read(): Histogram[]
}

/** What real visits measured: one histogram for each metric and page, and no trace of who visited. As many as there are pages. */
export function openVitals(): Vitals {
  const histograms = new Map<string, Histogram>()
  return {
    observe(metric, page, value) {
      const key = `${metric} ${page}`
      const bounds = BOUNDS[metric]
      let histogram = histograms.get(key)
      if (!histogram) {
        const counts = Array.from({ length: bounds.length + 1 }, () => 0)
        histogram = { metric, page, bounds, counts, sum: 0 }
        histograms.set(key, histogram)
      }
      const found = bounds.findIndex((bound) => value <= bound)
      const index = found < 0 ? bounds.length : found
      histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
      histogram.sum += value
    },
    read: () => structuredClone([...histograms.values()]),
  }
}
