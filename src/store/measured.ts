import type { Metrics } from '#src/monitoring/metrics.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from './port.ts'
import { wrapStore } from './wrap.ts'

const TOO_LITTLE = ['insufficient_stock', 'insufficient_allotment']
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'internal')

/** Wraps a store to count and time each operation under the label `<area>.<method>`. */
export function measureStore(store: Store, metrics: Metrics): Store {
  const { ordersPlaced, replays, stockConflicts, storeSeconds } = metrics
  const timed = wrapStore(store, (method, operation) => async (...args) => {
    const startedAt = performance.now()
    try {
      return await method(...args)
    } finally {
      storeSeconds.observe({ op: operation }, (performance.now() - startedAt) / 1000)
    }
  })
  const { orders } = timed
  return {
    ...timed,
    orders: {
      ...orders,
      async place(order) {
        try {
          const written = await orders.place(order)
          ordersPlaced.inc({ result: written.value.replayed ? 'replayed' : 'placed' })
          if (written.value.replayed) replays.inc()
          return written
        } catch (error) {
          ordersPlaced.inc({ result: codeOf(error) })
          throw error
        }
      },
      async allot(decision) {
        try {
          const written = await orders.allot(decision)
          if (written.value.replayed) replays.inc()
          return written
        } catch (error) {
          if (TOO_LITTLE.includes(codeOf(error))) stockConflicts.inc()
          throw error
        }
      },
    },
  }
}
