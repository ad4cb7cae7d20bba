import { limits } from '#src/contract/limits.ts'
import type { CodePurpose } from '#src/store/port.ts'

const CODES = 10 ** limits.codeDigits
/** The largest multiple of `CODES` in 32 bits: what lies above it would make small codes likelier. */
const FAIR = Math.floor(2 ** 32 / CODES) * CODES

export interface Codes {
  /** Six digits from the system's secure random source, each code as likely as the next. */
  make(): string
  /** What stands in the store instead of the code; bound to address and purpose. */
  hash(purpose: CodePurpose, email: string, code: string): string
}

/**
 * A keyed hash, and no slow one: a million codes behind argon2 are tried out in hours by whoever has the store, behind a key
 * that is not in the store never. It is quick enough to be compared inside the store's own transaction. The key is derived
 * from the token secret, so all instances share it.
 */
export function createCodes(secret: string): Codes {
  const keyed = (key: string, text: string) =>
    new Bun.CryptoHasher('sha256', key).update(text).digest('base64url')
  const codeKey = keyed(secret, 'adp-portal mailed codes')

  return {
    make() {
      for (;;) {
        const [drawn = FAIR] = crypto.getRandomValues(new Uint32Array(1))
        if (drawn < FAIR) return String(drawn % CODES).padStart(limits.codeDigits, '0')
      }
    },
    hash(purpose, email, code) {
      // an address holds no space, so that no two inputs read the same
      return keyed(codeKey, `${purpose} ${email} ${code}`)
    },
  }
}
