/** What the store keeps instead of the key of the screen in the store room. Nobody guesses the key, so a plain hash of it is safe. */
export const hashPickupKey = (key: string): string =>
  new Bun.CryptoHasher('sha256').update(key).digest('base64url')
