/** 128 random bits in 22 characters, for an account whose owner is told the password. */
export const generatePassword = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
