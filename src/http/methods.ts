import { NotFoundError } from 'elysia'

type Route = { method: string; path: string }

/** The handler of what is no call: it is described nowhere, and its method is not possible. */
export function nothingHere(): never {
  throw new NotFoundError()
}

const segments = (path: string) => path.split('/').filter(Boolean)
const isOpen = (segment: string) => segment.startsWith(':')

/** How many segments of a route are open, or `null` when what is asked for is none of it. */
function openness(route: string, asked: readonly string[]): number | null {
  const pattern = segments(route)
  if (pattern.length !== asked.length) return null
  let open = 0
  for (const [index, segment] of pattern.entries()) {
    if (isOpen(segment)) open++
    else if (segment !== asked[index]) return null
  }
  return open
}

/** The methods of the route that a path means, the most literal one counting; empty for an unknown path. */
export function methodsOf(routes: readonly Route[], path: string): string[] {
  const asked = segments(path)
  const found = routes.flatMap(({ method, path: route }) => {
    const open = route.includes('*') ? null : openness(route, asked)
    return open === null ? [] : [{ method, open }]
  })
  const least = Math.min(...found.map(({ open }) => open))
  const methods = found.filter(({ open }) => open === least).map(({ method }) => method)
  if (methods.includes('GET')) methods.push('HEAD')
  return [...new Set(methods)].toSorted()
}
