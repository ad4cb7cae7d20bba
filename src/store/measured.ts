import type { Metrics } from '#src/monitoring/metrics.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from './port.ts'

const TOO_LITTLE = ['insufficient_stock', 'insufficient_allotment']
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'internal')

/** The same store, which counts and times what it is asked. */
export function measureStore(store: Store, metrics: Metrics): Store {
  const { ordersPlaced, replays, stockConflicts, storeSeconds } = metrics

  async function timed<T>(labels: readonly [op: string], work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      storeSeconds.observe((performance.now() - startedAt) / 1000, labels)
    }
  }
  function measure<Args extends unknown[], T>(
    op: string,
    method: (...args: Args) => Promise<T>,
  ): (...args: Args) => Promise<T> {
    const labels = [op] as const
    return (...args) => timed(labels, () => method(...args))
  }

  const methods = Object.entries(store).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'function' ? measure(name, value as () => Promise<unknown>) : value,
  ])
  const measured = Object.fromEntries(methods) as unknown as Store
  return {
    ...measured,
    async placeOrder(order) {
      try {
        const written = await measured.placeOrder(order)
        ordersPlaced.add([written.value.replayed ? 'replayed' : 'placed'])
        if (written.value.replayed) replays.add()
        return written
      } catch (error) {
        ordersPlaced.add([codeOf(error)])
        throw error
      }
    },
    async allot(decision) {
      try {
        const written = await measured.allot(decision)
        if (written.value.replayed) replays.add()
        return written
      } catch (error) {
        if (TOO_LITTLE.includes(codeOf(error))) stockConflicts.add()
        throw error
      }
    },
  }
}
