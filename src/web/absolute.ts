import { encodeAs } from '#client/build/compress.ts'
import { type Encoding, ORIGIN } from '#client/build/manifest.ts'

/**
 * Without PUBLIC_URL the origin comes from the client's `Host` header. The compressed results are kept for this many origins, the first that are
 * asked for: enough for a portal in a local network, and too few for a client to fill the memory with invented names.
 */
const MAX_ORIGINS = 8
/** A `Host` header that is safe inside a page. */
const HOST = /^[\w.:[\]-]+$/
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

/** Inserts the origin into built files. Keeps the result per encoding for the origins that have a place. */
export function createAbsolute(read: (file: string) => Promise<Content>) {
  const places = new Map<string, Map<string, Promise<Content>>>()

  async function make(file: string, origin: string, encoding: Encoding | null): Promise<Content> {
    const source = new TextDecoder().decode(await read(file))
    const content = new TextEncoder().encode(source.replaceAll(ORIGIN, origin))
    return encoding ? encodeAs(encoding, content, 'quick') : content
  }

  return {
    /** Whether results for this origin are kept, so that compression is worth its cost. Gives a new origin a place if there is one. */
    hasPlace(origin: string): boolean {
      if (places.size < MAX_ORIGINS && !places.has(origin)) places.set(origin, new Map())
      return places.has(origin)
    },
    content(file: string, origin: string, encoding: Encoding | null): Promise<Content> {
      const kept = places.get(origin)
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
