import type { Metrics } from '#src/monitoring/metrics.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from './port.ts'

const TOO_LITTLE = ['insufficient_stock', 'insufficient_allotment']
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'internal')

type Method = (...args: never[]) => Promise<unknown>

/** Wraps a store to count and time each operation under the label `<area>.<method>`. */
export function measureStore(store: Store, metrics: Metrics): Store {
  const { ordersPlaced, replays, stockConflicts, storeSeconds } = metrics

  function measure<T extends Method>(operation: string, method: T): T {
    const labels = { op: operation }
    const timed = async (...args: Parameters<T>) => {
      const startedAt = performance.now()
      try {
        return await method(...args)
      } finally {
        storeSeconds.observe(labels, (performance.now() - startedAt) / 1000)
      }
    }
    return timed as T
  }
  const measureArea = <Area extends { [Name in keyof Area]: Method }>(name: string, area: Area) =>
    Object.fromEntries(
      Object.entries<Method>(area).map(([method, run]) => [
        method,
        measure(`${name}.${method}`, run),
      ]),
    ) as Area

  const orders = measureArea('orders', store.orders)
  return {
    epoch: store.epoch,
    accounts: measureArea('accounts', store.accounts),
    codes: measureArea('codes', store.codes),
    mail: measureArea('mail', store.mail),
    stock: measureArea('stock', store.stock),
    ordering: measureArea('ordering', store.ordering),
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
    history: measureArea('history', store.history),
    live: measureArea('live', store.live),
    upkeep: measureArea('upkeep', store.upkeep),
    close: () => store.close(),
  }
}
