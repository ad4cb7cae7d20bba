/** Returns a random password: 128 bits in 22 characters. */
export const generatePassword = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
