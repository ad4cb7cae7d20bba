import { readFileSync } from 'node:fs'
import { passwordFault } from '#src/rules/account.ts'
import { tooBusy } from '#src/rules/refusal.ts'

/** OWASP's first choice for argon2id: 22 ms and 19 MiB a password. The stored text carries the parameters. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Dummy hash: keeps the response time equal for unknown addresses. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$7yCFXoKx0Sg4p1zSjDvNQ4ZFUx3eFVJ1lr2BjAqVbhY$q3N5hWm0nJ2L8sYt4ZcE7vR1uXoKf6GdBpTyHwMzQaI'

const AT_ONCE = navigator.hardwareConcurrency * 2
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 3

/** Two queues: browsers that have signed in before are served first, so that a flood of strangers cannot take their place. */
type Lane = 'known' | 'unknown'

let running = 0
const waiting: Record<Lane, (() => void)[]> = { known: [], unknown: [] }

/** Hashing takes all of a core: a few at once, some in a queue, the rest is asked to come back. */
async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting[lane].length >= MAX_WAITING) throw tooBusy(RETRY_AFTER_SECONDS)
    // Whoever is done hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting[lane].push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift()
    if (next) next()
    else running -= 1
  }
}

/** One spelling for what looks the same: keyboards differ in how they compose an accent. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  inTurn('unknown', () => Bun.password.hash(canonical(password), ARGON2ID))

const CURRENT = `$argon2id$v=19$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=1$`

/** Whether a stored hash was made with other parameters than new ones are. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(CURRENT)

/** Without a hash it says no in the time of a yes. A hash that cannot be read says no as well. */
export const verifyPassword = (
  password: string,
  hash: string | null,
  lane: Lane = 'unknown',
): Promise<boolean> =>
  inTurn(lane, async () => {
    try {
      return await Bun.password.verify(canonical(password), hash ?? NOBODYS_HASH)
    } catch {
      return false
    }
  })

let common: string | undefined

/**
 * Whether a password stands, whatever its case, on the list of common ones. The list is of 8 characters and more: the most
 * frequent of SecLists' ten million (MIT) and of zxcvbn (MIT), those of 12 and 15 characters reaching further down. It is kept as
 * the text that it is, which takes a tenth of the memory of a set.
 */
function isCommon(password: string): boolean {
  common ??= `\n${readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')}\n`
  const key = canonical(password).toLowerCase()
  return !key.includes('\n') && common.includes(`\n${key}\n`)
}

/** What is wrong with a new password, or `null`. `names` are its owner's address and club. */
export function newPasswordFault(
  password: string,
  bounds: { minLength: number; names: readonly string[] },
): string | null {
  const fault = passwordFault(password, bounds)
  if (fault !== null || !isCommon(password)) return fault
  return 'This password is one of the most common. Please choose another.'
}
