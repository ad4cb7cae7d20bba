const argon2 = { ...Bun.password }
/** Of every hash that the portal makes today. */
const PARAMETERS = '$argon2id$v=19$m=19456,t=2,p=1$'

const quick = (password: string) => `${PARAMETERS}${Bun.SHA256.hash(password, 'base64')}`

/**
 * Puts something that costs nothing in the place of argon2id, which occupies a core for 22 ms: tests of limits need a hundred hashes. `takesMs`
 * makes each one last, for tests of those who wait. Hashes with other parameters are read as ever. Answers how to end it.
 */
export function useQuickHashes(takesMs = 0): () => void {
  Object.assign(Bun.password, {
    async hash(password: string) {
      await Bun.sleep(takesMs)
      return quick(password)
    },
    async verify(password: string, hash: string) {
      await Bun.sleep(takesMs)
      return hash.startsWith(PARAMETERS) ? hash === quick(password) : argon2.verify(password, hash)
    },
  })
  return () => void Object.assign(Bun.password, argon2)
}
