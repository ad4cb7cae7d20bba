import { type Encoding, ORIGIN } from '#client/build/manifest.ts'
import { HOST } from './page-policy.ts'

/**
 * Without a configured origin it is whatever host a client names. So many are served compressed and from memory: more than a
 * portal has in a local network, and few enough that nobody fills memory or processor with invented ones.
 */
const MOST_ORIGINS = 8
/** A place that nobody used for this long goes to the next origin. */
const IDLE_MS = 600_000
/** Longer than any name of a host with its port. */
const LONGEST_HOST = 260

type Content = Uint8Array<ArrayBuffer>

/** The origin that canonical addresses and pictures of shared links are given in. */
export function originOf(publicUrl: string | null, host: string | null): string {
  if (publicUrl) return publicUrl
  return host && host.length <= LONGEST_HOST && HOST.test(host)
    ? `http://${host}`
    : 'http://localhost'
}

/** Puts the origin into built files: once for each encoding and each origin that has a place, else each time anew. */
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
    // With zlib behind it; a start need not wait for that.
    const { encodeAs } = await import('#client/build/compress.ts')
    return encodeAs(encoding, content, 'quick')
  }

  return {
    /** Whether what is made for this origin is kept, so that compressing it is worth the time. */
    hasPlace(origin: string): boolean {
      const at = now()
      const place = places.get(origin)
      if (place) {
        place.usedAt = at
        return true
      }
      if (places.size >= MOST_ORIGINS)
        for (const [other, { usedAt }] of places)
          if (at - usedAt >= IDLE_MS) {
            places.delete(other)
            break
          }
      if (places.size >= MOST_ORIGINS) return false
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
