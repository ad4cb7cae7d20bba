import { NotFoundError } from 'elysia'

type Route = { method: string; path: string }

/** A handler that answers 404, or 405 for a path that exists with other methods. The 405 list and the API description omit its routes. */
export function notFoundHandler(): never {
  throw new NotFoundError()
}

const segments = (path: string) => path.split('/').filter(Boolean)
const isParameter = (segment: string) => segment.startsWith(':')

/** The number of parameters in a route, or `null` when the path does not match it. */
function countParameters(route: string, pathSegments: readonly string[]): number | null {
  const pattern = segments(route)
  if (pattern.length !== pathSegments.length) return null
  let open = 0
  for (const [index, segment] of pattern.entries()) {
    if (isParameter(segment)) open++
    else if (segment !== pathSegments[index]) return null
  }
  return open
}

/** The methods of the route that matches a path, preferring routes with fewer parameters; empty for an unknown path. */
export function methodsOf(routes: readonly Route[], path: string): string[] {
  const pathSegments = segments(path)
  const found = routes.flatMap(({ method, path: route }) => {
    const open = route.includes('*') ? null : countParameters(route, pathSegments)
    return open === null ? [] : [{ method, open }]
  })
  const least = Math.min(...found.map(({ open }) => open))
  const methods = found.filter(({ open }) => open === least).map(({ method }) => method)
  if (methods.includes('GET')) methods.push('HEAD')
  return [...new Set(methods)].toSorted()
}
