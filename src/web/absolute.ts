import { encodeAs } from '#client/build/compress.ts'
import { type Encoding, ORIGIN } from '#client/build/manifest.ts'
import { HOST } from './page-policy.ts'

/**
 * Without PUBLIC_URL the origin comes from the client's `Host` header. The compressed results are cached for this many origins: enough
 * for a portal in a local network, and too few for a client to fill the memory with invented names.
 */
const MAX_ORIGINS = 8
/** After this idle time, a new origin can replace a cached one. */
const IDLE_MS = 600_000
/** An upper bound for a host name with a port. */
const LONGEST_HOST = 260

type Content = Uint8Array<ArrayBuffer>

/** The origin for canonical URLs and for the preview pictures of shared links. */
export function originOf(publicUrl: string | null, host: string | null): string {
  if (publicUrl) return publicUrl
  return host && host.length <= LONGEST_HOST && HOST.test(host)
    ? `http://${host}`
    : 'http://localhost'
}

/** Inserts the origin into built files. Caches the result per encoding for the origins that have a place in the cache. */
export function createAbsolute(read: (file: string) => Promise<Content>, now = Date.now) {
  const sources = new Map<string, Promise<string>>()
  const places = new Map<string, { usedAt: number; made: Map<string, Promise<Content>> }>()

  function sourceOf(file: string): Promise<string> {
    const known = sources.get(file)
    if (known) return known
    const source = read(file).then((bytes) => new TextDecoder().decode(bytes))
    sources.set(file, source)
    source.catch(() => sources.delete(file))
    return source
  }

  async function make(file: string, origin: string, encoding: Encoding | null): Promise<Content> {
    const content = new TextEncoder().encode((await sourceOf(file)).replaceAll(ORIGIN, origin))
    if (!encoding) return content
    return encodeAs(encoding, content, 'quick')
  }

  return {
    /** Whether results for this origin are cached, so that compression is worth its cost. Reserves a free place for a new origin. */
    hasPlace(origin: string): boolean {
      const at = now()
      const place = places.get(origin)
      if (place) {
        place.usedAt = at
        return true
      }
      if (places.size >= MAX_ORIGINS)
        for (const [other, { usedAt }] of places)
          if (at - usedAt >= IDLE_MS) {
            places.delete(other)
            break
          }
      if (places.size >= MAX_ORIGINS) return false
      places.set(origin, { usedAt: at, made: new Map() })
      return true
    },
    content(file: string, origin: string, encoding: Encoding | null): Promise<Content> {
      const kept = places.get(origin)?.made
      const key = `${encoding} ${file}`
      const known = kept?.get(key)
      if (known) return known
      const made = make(file, origin, encoding)
      kept?.set(key, made)
      made.catch(() => kept?.delete(key))
      return made
    },
  }
}
