import type { Store } from '#src/store/port.ts'

/** Runs every call of a store's areas through `around`. */
export function interceptCalls(
  store: Store,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): Store {
  const intercept = <T extends object>(target: T, path: string): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value === 'object' && value !== null)
          return intercept(value, `${path}${String(name)}.`)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) =>
          around(`${path}${String(name)}`, async () => Reflect.apply(value, target, given))
      },
    })
  return intercept(store, '')
}
