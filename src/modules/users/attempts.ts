/** Slows down who tries passwords and codes, and nobody else: strangers' failures never hinder a browser that is known. */
import type { Deps } from '#src/deps.ts'
import type { Allowance } from '#src/realtime/counters.ts'
import { Refusal, tooManyRequests } from '#src/rules/refusal.ts'
import type { CodeClient } from '#src/store/port.ts'

const WINDOW = { windowMs: 15 * 60_000 }
const DELAY = { firstMs: 2_000, maxMs: 60_000 }
/** Failures for one account from one client network, or from one known browser. */
const PER_BROWSER: Allowance = { ...WINDOW, free: 5, delay: DELAY }
/** Failures from one client network for whatever accounts. A hall full of clubs shares one. */
const PER_NETWORK: Allowance = { ...WINDOW, free: 30, delay: DELAY }
/** Failures for one account over all networks: many networks guess together. */
const PER_ACCOUNT: Allowance = { ...WINDOW, free: 200 }
/** What follows for each unknown browser on its own, so that strangers cannot keep the one that is right from its turn. */
const CROWDED: Allowance = { ...WINDOW, free: 0, delay: { firstMs: 2_000, maxMs: 2_000 } }
/** Wrong codes of one client: each code dies after five, but each try costs a hash. */
const WRONG_CODES: Allowance = { ...WINDOW, free: 120, delay: DELAY }

const tooSoon = (waitMs: number) =>
  tooManyRequests(waitMs / 1000, 'Too many attempts. Please wait a moment and try again.')

/** How to take an attempt back: `forgive` when nobody judged it, `succeed` when the password was right. */
type Attempt = { forgive(): Promise<void>; succeed(): Promise<void> }

const UNCOUNTED: Attempt = { forgive: async () => {}, succeed: async () => {} }

/** Counts an attempt to sign in before it is judged. Throws when it comes too soon, and then counts nothing. */
export async function countAttempt(
  { counters, config }: Deps,
  { email, network, device }: { email: string; network: string; device: string | null },
): Promise<Attempt> {
  if (!config.rateLimits) return UNCOUNTED
  if (device !== null) {
    const key = `sign-in:device ${device}`
    const waitMs = await counters.take(key, PER_BROWSER)
    if (waitMs > 0) throw tooSoon(waitMs)
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
    throw tooSoon(waitMs)
  }
  return {
    forgive: giveBack,
    async succeed() {
      await giveBack()
      await counters.clear(ofPair)
    },
  }
}

/** Counts a wrong code alone; who sends too many of them is not given a hash any more. */
export async function countWrongCodes<T>(
  { counters, config }: Deps,
  { network, device }: CodeClient,
  tryCode: () => Promise<T>,
): Promise<T> {
  if (!config.rateLimits) return tryCode()
  const key = device === null ? `codes:network ${network}` : `codes:device ${device}`
  const waitMs = await counters.take(key, WRONG_CODES)
  if (waitMs > 0) throw tooSoon(waitMs)
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
