/** 96 random bits in 16 characters, for an account that somebody is going to be told of. */
export const generatePassword = (): string =>
  crypto.getRandomValues(new Uint8Array(12)).toBase64({ alphabet: 'base64url' })
