import { randomInt } from 'node:crypto'
import { limits } from '#src/contract/limits.ts'
import type { Keys } from './keys.ts'
import type { CodePurpose } from '#src/store/port.ts'

export type Codes = ReturnType<typeof createCodes>

/**
 * Uses a keyed hash instead of a slow one. A thief of the store could try all million codes against argon2 within hours,
 * but cannot try any without the key, which is not in the store. It is also fast enough to compare inside a transaction.
 */
export function createCodes(keys: Keys) {
  // An address contains no space, so different inputs never give the same text.
  const claim = (purpose: CodePurpose, email: string, code: string) => `${purpose} ${email} ${code}`

  return {
    /** Returns six digits from the secure random source. All codes are equally likely. */
    make: () => String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0'),
    /** Returns the hash that the store keeps instead of the code. It depends on the address and the purpose. */
    hash: (...code: Parameters<typeof claim>) => keys.sign('mailed codes', claim(...code)),
    /** Returns the hashes under every accepted key, so that a code stays valid after a change of the secret. */
    hashes: (...code: Parameters<typeof claim>) => keys.signAll('mailed codes', claim(...code)),
  }
}
