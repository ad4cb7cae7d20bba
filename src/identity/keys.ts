/** What a key is for. Each purpose has a key of its own, so that a text signed for one says nothing under another. */
export type KeyPurpose = 'mailed codes' | 'device tokens' | 'log'

/** The secret in use and, while it is being replaced, the one before it, which is still accepted. */
export type Secrets = { current: string; previous: string | null }

export interface Keys {
  secrets: Secrets
  /** An HMAC under the current key of this purpose, base64url. */
  sign(purpose: KeyPurpose, text: string): string
  /** The same under every key that is accepted, the current one first. */
  signAll(purpose: KeyPurpose, text: string): string[]
}

export const hmac = (key: string, text: string): string =>
  new Bun.CryptoHasher('sha256', key).update(text).digest('base64url')

/** Derives every key but that of the tokens from the secrets; instances that share a secret share its keys. */
export function createKeys(secrets: Secrets): Keys {
  const accepted =
    secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous]
  const derived = new Map<KeyPurpose, string[]>()

  function keysOf(purpose: KeyPurpose): string[] {
    const known =
      derived.get(purpose) ?? accepted.map((secret) => hmac(secret, `adp-portal ${purpose}`))
    derived.set(purpose, known)
    return known
  }
  const signAll = (purpose: KeyPurpose, text: string) =>
    keysOf(purpose).map((key) => hmac(key, text))

  return {
    secrets,
    sign: (purpose, text) => hmac(keysOf(purpose)[0] ?? '', text),
    signAll,
  }
}
