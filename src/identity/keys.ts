/** The use of a key. Each purpose has its own key, so that a signature for one purpose is invalid for another. */
export type KeyPurpose = 'mailed codes' | 'device tokens' | 'mails off' | 'log'

/** The current secret and, during a rotation, the previous one, which is still accepted. */
export type Secrets = { current: string; previous: string | null }

export type Keys = ReturnType<typeof createKeys>

/** A new password or key: 128 bits in 22 characters, which nobody guesses. */
export const randomText = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })

/** What the store keeps instead of a `randomText`. Nobody guesses that, so a plain hash of it is safe. */
export const hashText = (text: string): string =>
  new Bun.CryptoHasher('sha256').update(text).digest('base64url')

const hmac = (key: string, text: string): string =>
  new Bun.CryptoHasher('sha256', key).update(text).digest('base64url')

const encode = (text: string) => new TextEncoder().encode(text)
const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && crypto.timingSafeEqual(encode(a), encode(b))

/** Derives every key except the one for session tokens from the secrets; instances with the same secret have the same keys. */
export function createKeys(secrets: Secrets) {
  const accepted =
    secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous]
  const derived = new Map<KeyPurpose, string[]>()

  function keysOf(purpose: KeyPurpose): string[] {
    const known =
      derived.get(purpose) ?? accepted.map((secret) => hmac(secret, `adp-portal ${purpose}`))
    derived.set(purpose, known)
    return known
  }
  /** The HMACs under every accepted key, the current one first. */
  const signAll = (purpose: KeyPurpose, text: string) =>
    keysOf(purpose).map((key) => hmac(key, text))

  return {
    /** An HMAC under the current key of this purpose, base64url. */
    sign: (purpose: KeyPurpose, text: string) => hmac(keysOf(purpose)[0] ?? '', text),
    signAll,
    /** Whether a signature is the HMAC of a text under an accepted key. Compares in constant time. */
    verify: (purpose: KeyPurpose, text: string, signature: string) =>
      signAll(purpose, text).some((expected) => isEqual(expected, signature)),
  }
}
