const KEY_BYTES = 16

/** A new key of the screen in the store room. Nobody guesses 128 bits, so a plain hash of it is safe. */
export const makePickupKey = (): string =>
  crypto
    .getRandomValues(new Uint8Array(KEY_BYTES))
    .toBase64({ alphabet: 'base64url', omitPadding: true })

/** What the store keeps instead of the key. */
export const hashPickupKey = (key: string): string =>
  new Bun.CryptoHasher('sha256').update(key).digest('base64url')
