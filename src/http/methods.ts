import { NotFoundError } from 'elysia'

type Route = { method: string; path: string; handler: unknown }

/** A handler that answers 404, or 405 for a path that exists with other methods. The 405 list and the API description omit its routes. */
export function notFoundHandler(): never {
  throw new NotFoundError()
}

/** Returns a function that lists the methods of a path, for the routes with the fewest parameters that match it; empty for an unknown path. */
export function createMethodsOf(routes: readonly Route[]): (path: string) => string[] {
  const known = routes
    .filter(({ path, handler }) => !path.includes('*') && handler !== notFoundHandler)
    .map(({ method, path }) => {
      const [start = '', ...parameters] = path.split(/:\w+/)
      const pattern = new RegExp(`^${[start, ...parameters].join('[^/]+')}/?$`)
      return { method, pattern, open: parameters.length }
    })
  return (path) => {
    const found = known.filter(({ pattern }) => pattern.test(path))
    const least = Math.min(...found.map(({ open }) => open))
    const methods = found.filter(({ open }) => open === least).map(({ method }) => method)
    if (methods.includes('GET')) methods.push('HEAD')
    return [...new Set(methods)].toSorted()
  }
}
