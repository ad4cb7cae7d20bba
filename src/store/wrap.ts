import type { Store } from './port.ts'

type Method = (...args: never[]) => Promise<unknown>

/** The store with every method of every area replaced by what `wrap` makes of it. `operation` is `<area>.<method>`. */
export function wrapStore(
  { epoch, close, ...areas }: Store,
  wrap: (method: Method, operation: string) => Method,
): Store {
  const wrapped = Object.entries(areas as Record<string, object>).map(([name, area]) => [
    name,
    Object.fromEntries(
      Object.entries<Method>({ ...area }).map(([method, run]) => [
        method,
        wrap(run, `${name}.${method}`),
      ]),
    ),
  ])
  return { epoch, close, ...(Object.fromEntries(wrapped) as typeof areas) }
}
