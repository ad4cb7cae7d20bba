import { limits } from '#src/contract/limits.ts'
import type { Keys } from './keys.ts'
import type { CodePurpose } from '#src/store/port.ts'

const CODES = 10 ** limits.codeDigits
/** The largest multiple of `CODES` in 32 bits: what lies above it would make small codes likelier. */
const FAIR = Math.floor(2 ** 32 / CODES) * CODES

export interface Codes {
  /** Six digits from the system's secure random source, each code as likely as the next. */
  make(): string
  /** What stands in the store instead of the code; bound to address and purpose. */
  hash(purpose: CodePurpose, email: string, code: string): string
  /** The same under each key that is accepted: a code outlives a change of the secret. */
  hashes(purpose: CodePurpose, email: string, code: string): string[]
}

/**
 * A keyed hash, and no slow one: a million codes behind argon2 are tried out in hours by whoever has the store, behind a key
 * that is not in the store never. It is quick enough to be compared inside the store's own transaction.
 */
export function createCodes(keys: Keys): Codes {
  // An address holds no space, so no two inputs read the same.
  const claim = (purpose: CodePurpose, email: string, code: string) => `${purpose} ${email} ${code}`

  return {
    make() {
      for (;;) {
        const [drawn = FAIR] = crypto.getRandomValues(new Uint32Array(1))
        if (drawn < FAIR) return String(drawn % CODES).padStart(limits.codeDigits, '0')
      }
    },
    hash: (purpose, email, code) => keys.sign('mailed codes', claim(purpose, email, code)),
    hashes: (purpose, email, code) => keys.signAll('mailed codes', claim(purpose, email, code)),
  }
}
