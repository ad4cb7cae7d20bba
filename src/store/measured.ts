import type { Metrics } from '#src/monitoring/metrics.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Answered, Store } from './port.ts'
import { wrapStore } from './wrap.ts'

const TOO_LITTLE = ['insufficient_stock', 'insufficient_allotment']

/** What of an answer says that it was kept from the first call with its key. */
type Kept = { value?: Partial<Pick<Answered, 'replayed'>> | null } | null | undefined

/** Wraps a store to count and time each operation under the label `<area>.<method>`. */
export function measureStore(store: Store, metrics: Metrics): Store {
  const { ordersPlaced, replays, stockConflicts, storeSeconds } = metrics
  return wrapStore(store, (method, operation) => async (...args) => {
    const startedAt = performance.now()
    const isOrder = operation === 'orders.place'
    try {
      const answer = await method(...args)
      const isReplay = (answer as Kept)?.value?.replayed === true
      if (isReplay) replays.inc()
      if (isOrder) ordersPlaced.inc({ result: isReplay ? 'replayed' : 'placed' })
      return answer
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal'
      if (isOrder) ordersPlaced.inc({ result: code })
      if (operation === 'orders.allot' && TOO_LITTLE.includes(code)) stockConflicts.inc()
      throw error
    } finally {
      storeSeconds.observe({ op: operation }, (performance.now() - startedAt) / 1000)
    }
  })
}
