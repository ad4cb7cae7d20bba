/** Slows down clients that guess passwords and codes. Failures of unknown browsers never slow down a known one. */
import type { Deps } from '#src/deps.ts'
import type { Allowance } from '#src/realtime/counters.ts'
import { Refusal, tooManyAttempts } from '#src/rules/refusal.ts'
import type { CodeClient } from '#src/store/port.ts'

const WINDOW = { windowMs: 15 * 60_000 }
const DELAY = { firstMs: 2_000, maxMs: 60_000 }
/** Failures for one account from one client network, or from one known browser. */
const PER_BROWSER: Allowance = { ...WINDOW, free: 5, delay: DELAY }
/** Failures from one client network for all accounts together. Many clubs in one hall may share a network. */
const PER_NETWORK: Allowance = { ...WINDOW, free: 30, delay: DELAY }
/** Failures for one account from all networks together: attackers guess from many networks. */
const PER_ACCOUNT: Allowance = { ...WINDOW, free: 200 }
/** Beyond that limit each unknown browser has its own delay, so attackers cannot lock out the owner. */
const CROWDED: Allowance = { ...WINDOW, free: 0, delay: { firstMs: 2_000, maxMs: 2_000 } }
/** Wrong codes of one client. Each code ends after five tries, but each try costs a hash. */
const WRONG_CODES: Allowance = { ...WINDOW, free: 120, delay: DELAY }

/** A counted attempt. Call `forgive` if the password was not checked, and `succeed` if it was right. */
type Attempt = { forgive(): Promise<void>; succeed(): Promise<void> }

const UNCOUNTED: Attempt = { forgive: async () => {}, succeed: async () => {} }

/** Counts a sign-in attempt before the password is checked. Throws, and counts nothing, if the attempt comes too soon. */
export async function countAttempt(
  { counters, config }: Deps,
  { email, network, device }: { email: string; network: string; device: string | null },
): Promise<Attempt> {
  if (!config.rateLimits) return UNCOUNTED
  if (device !== null) {
    const key = `sign-in:device ${device}`
    const waitMs = await counters.take(key, PER_BROWSER)
    if (waitMs > 0) throw tooManyAttempts(waitMs / 1000)
    return { forgive: () => counters.giveBack(key), succeed: () => counters.clear(key) }
  }

  const ofNetwork = `sign-in:network ${network}`
  const ofPair = `sign-in:account ${email} network ${network}`
  const ofAccount = `sign-in:account ${email}`
  const taken: string[] = []
  async function take(key: string, allowance: Allowance): Promise<number> {
    const waitMs = await counters.take(key, allowance)
    if (waitMs === 0) taken.push(key)
    return waitMs
  }
  const giveBack = async () => {
    for (const key of taken) await counters.giveBack(key)
  }

  let waitMs = await take(ofNetwork, PER_NETWORK)
  if (waitMs === 0) waitMs = await take(ofPair, PER_BROWSER)
  if (waitMs === 0 && (await take(ofAccount, PER_ACCOUNT)) > 0)
    waitMs = await counters.take(`${ofPair} crowded`, CROWDED)
  if (waitMs > 0) {
    await giveBack()
    throw tooManyAttempts(waitMs / 1000)
  }
  return {
    forgive: giveBack,
    async succeed() {
      await giveBack()
      await counters.clear(ofPair)
    },
  }
}

/** Counts wrong codes only. Refuses a client that sent too many before any hash is computed. */
export async function countWrongCodes<T>(
  { counters, config }: Deps,
  { network, device }: CodeClient,
  tryCode: () => Promise<T>,
): Promise<T> {
  if (!config.rateLimits) return tryCode()
  const key = device === null ? `codes:network ${network}` : `codes:device ${device}`
  const waitMs = await counters.take(key, WRONG_CODES)
  if (waitMs > 0) throw tooManyAttempts(waitMs / 1000)
  let isWrong = false
  try {
    return await tryCode()
  } catch (error) {
    isWrong = error instanceof Refusal && error.code === 'invalid_code'
    throw error
  } finally {
    if (!isWrong) await counters.giveBack(key)
  }
}
