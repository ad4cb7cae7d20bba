type Sample = { minute: number; megabytes: number; sockets: number; repairs: number }

/** The slope of a line through the points, by least squares. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const along = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0)
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return spread === 0 ? 0 : along / spread
}

/** Samples the server's metrics at intervals. */
export function createSamples(url: string, token: string) {
  const startedAt = performance.now()
  const samples: Sample[] = []
  let text = ''

  const valueOf = (series: string) =>
    Number(new RegExp(`^${series} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

  return {
    async take(): Promise<void> {
      const response = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      })
      text = await response.text()
      samples.push({
        minute: (performance.now() - startedAt) / 60_000,
        megabytes: valueOf('process_resident_memory_bytes') / 1e6,
        sockets: valueOf('ws_connections'),
        repairs: valueOf('live_antientropy_repairs_total'),
      })
    },
    report(): string[] {
      const memory = samples.map(({ megabytes }) => megabytes)
      // the first third is warm-up
      const warm = samples.slice(Math.ceil(samples.length / 3))
      const slope = slopeOf(warm.map(({ minute, megabytes }) => ({ x: minute, y: megabytes })))
      const last = samples.at(-1)
      const seconds = valueOf('process_cpu_seconds_total')
      const lags = valueOf('event_loop_lag_seconds_count')
      const late = lags - valueOf('event_loop_lag_seconds_bucket{le="0.1"}')
      return [
        `memory: ${memory[0]?.toFixed(0)} MB at first, ${Math.max(...memory).toFixed(0)} at most, ${last?.megabytes.toFixed(0)} at the end`,
        `slope of memory after warming up: ${slope >= 0 ? '+' : ''}${slope.toFixed(2)} MB/min (${warm.length} samples)`,
        `open sockets at the end: ${last?.sockets}; repairs: ${last?.repairs}`,
        `processor: ${seconds.toFixed(0)} s; event loop later than 100 ms: ${late} of ${lags} looks`,
      ]
    },
  }
}
