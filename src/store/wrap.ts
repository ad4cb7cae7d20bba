import type { Store } from './port.ts'

type Method = (...args: never[]) => Promise<unknown>

/** The store with every method of every area replaced by what `wrap` makes of it. `operation` is `<area>.<method>`. */
export function wrapStore(
  store: Store,
  wrap: (method: Method, operation: string) => Method,
): Store {
  const wrapArea = <Area extends { [Name in keyof Area]: Method }>(name: string, area: Area) =>
    Object.fromEntries(
      Object.entries<Method>(area).map(([method, run]) => [method, wrap(run, `${name}.${method}`)]),
    ) as Area
  return {
    epoch: store.epoch,
    accounts: wrapArea('accounts', store.accounts),
    codes: wrapArea('codes', store.codes),
    mail: wrapArea('mail', store.mail),
    stock: wrapArea('stock', store.stock),
    ordering: wrapArea('ordering', store.ordering),
    orders: wrapArea('orders', store.orders),
    history: wrapArea('history', store.history),
    live: wrapArea('live', store.live),
    upkeep: wrapArea('upkeep', store.upkeep),
    close: () => store.close(),
  }
}
