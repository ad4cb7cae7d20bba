import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import commonPasswords from './common-passwords.txt' with { type: 'file' }
import { passwordFault } from '#src/rules/account.ts'
import { type Asker, createHashQueue } from './hash-queue.ts'

/** OWASP's first choice for argon2id: 22 ms and 19 MiB per password. The stored hash contains the parameters. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Dummy hash: keeps the response time equal for unknown addresses. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$7yCFXoKx0Sg4p1zSjDvNQ4ZFUx3eFVJ1lr2BjAqVbhY$q3N5hWm0nJ2L8sYt4ZcE7vR1uXoKf6GdBpTyHwMzQaI'

/** Hashing occupies a whole core, and one core stays free for everything else. */
const queue = createHashQueue({
  atOnce: Math.max(1, navigator.hardwareConcurrency - 1),
  waiting: 100,
})

/** Setup and tools: they are served like a known browser. */
const THE_PORTAL: Asker = { account: '', networks: [], isKnown: true }

/** Normalizes Unicode: keyboards differ in how they compose an accent. */
const canonical = (password: string) => password.normalize('NFC')

/** Throws `store_unavailable` if too many wait; see `createHashQueue`. */
export const hashPassword = (password: string, asker = THE_PORTAL): Promise<string> =>
  queue.take(asker, () => Bun.password.hash(canonical(password), ARGON2ID))

const CURRENT = `$argon2id$v=19$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=1$`

/** Whether a stored hash has other parameters than new hashes get. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(CURRENT)

/** Compares a password with a hash. For `null` it returns `false` after the same time. An unreadable hash also gives `false`. Waits as `hashPassword` does. */
export const verifyPassword = (
  password: string,
  hash: string | null,
  asker = THE_PORTAL,
): Promise<boolean> =>
  queue.take(asker, async () => {
    try {
      return await Bun.password.verify(canonical(password), hash ?? DUMMY_HASH)
    } catch {
      return false
    }
  })

let common: string | undefined

/**
 * Whether a password is on the list of common passwords, ignoring case. The list has passwords of 8 characters and more: the most
 * frequent of SecLists' ten million (MIT) and of zxcvbn (MIT), with more of the rarer ones at 12 and 15 characters. The list is
 * searched as one text, which takes a tenth of the memory of a set.
 */
function isCommon(password: string): boolean {
  // In the built server the path is relative to its folder.
  common ??= `\n${readFileSync(resolve(import.meta.dir, commonPasswords), 'utf8')}\n`
  const key = canonical(password).toLowerCase()
  return !key.includes('\n') && common.includes(`\n${key}\n`)
}

/** The error text for a new password, or `null` if it is acceptable. `names` are its owner's address and club. */
export function newPasswordFault(
  password: string,
  bounds: { minLength: number; names: readonly string[] },
): string | null {
  const fault = passwordFault(password, bounds)
  if (fault !== null || !isCommon(password)) return fault
  return 'This password is one of the most common. Please choose another.'
}
