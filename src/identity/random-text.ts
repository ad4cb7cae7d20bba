/** A new password or key: 128 bits in 22 characters, which nobody guesses. */
export const randomText = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
