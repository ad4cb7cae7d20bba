import { type Encoding, ORIGIN } from '#client/build/manifest.ts'
import { HOST } from './page-policy.ts'

/** Without a configured origin it is whatever host a client names: the oldest give way. */
const KEPT = 300

type Content = Uint8Array<ArrayBuffer>

/** The origin that canonical addresses and pictures of shared links are given in. */
export function originOf(publicUrl: string | null, host: string | null): string {
  if (publicUrl) return publicUrl
  return host && HOST.test(host) ? `http://${host}` : 'http://localhost'
}

/** Puts the origin into built files, once for each origin and encoding. */
export function createAbsolute(read: (file: string) => Promise<Content>) {
  const kept = new Map<string, Promise<Content>>()
  return (file: string, origin: string, encoding: Encoding | null): Promise<Content> => {
    const key = `${encoding} ${origin} ${file}`
    const known = kept.get(key)
    if (known) return known
    const made = read(file).then(async (bytes) => {
      const text = new TextDecoder().decode(bytes).replaceAll(ORIGIN, origin)
      const content = new TextEncoder().encode(text)
      if (!encoding) return content
      // With zlib behind it; a start need not wait for that.
      const { encodeAs } = await import('#client/build/compress.ts')
      return encodeAs(encoding, content, 'quick')
    })
    made.catch(() => kept.delete(key))
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return made
  }
}
