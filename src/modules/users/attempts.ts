/** Slows down clients that sign in, ask for codes or try them too often. Unknown browsers never slow down a known one. */
import type { Deps } from '#src/deps.ts'
import { countedNetworks } from '#src/http/networks.ts'
import type { Asker } from '#src/identity/hash-queue.ts'
import type { Allowance } from '#src/realtime/counters.ts'
import * as codes from '#src/rules/codes.ts'
import { mailShares } from '#src/rules/mail-shares.ts'
import { Refusal, tooMany, tooManyAttempts } from '#src/rules/refusal.ts'
import type { CodePurpose } from '#src/store/port.ts'

const HOUR_MS = 3_600_000
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
/** Failures of all known browsers of one account. Whoever has the password can make any number of them, so beyond it they count as unknown. */
const KNOWN_BROWSERS: Allowance = { ...WINDOW, free: 30 }
/** Successes of one account, from all browsers: each costs a hash, as a failure does. */
const SIGNED_IN: Allowance = { ...WINDOW, free: 20, delay: DELAY }
/** Successes of unknown browsers of one client network, for all accounts together. */
const SIGNED_IN_FROM_NETWORK: Allowance = { ...WINDOW, free: 200, delay: DELAY }
/** Tries of codes, right and wrong, of one client network or of all known browsers of an account. Each costs a hash. */
const CODE_TRIES: Allowance = { ...WINDOW, free: 120, delay: DELAY }
/** Wrong keys of the screen in the store room. */
const WRONG_KEYS: Allowance = { free: 60, windowMs: 60_000 }
/** The share of an hour's code mails that one network may ask for. */
const LARGEST_PART = 0.75

type Count = { key: string; allowance: Allowance }

/** One count for each network that a client counts for. */
const ofEachNetwork = (
  { config }: Deps,
  network: string,
  key: string,
  { free, ...rest }: Allowance,
): Count[] =>
  countedNetworks(network, config.sharedNetworks).map(({ network: counted, times }) => ({
    key: `${key} ${counted}`,
    allowance: { ...rest, free: free * times },
  }))

async function giveBack({ counters }: Deps, counts: readonly Count[]): Promise<void> {
  await Promise.all(counts.map(({ key }) => counters.giveBack(key)))
}

/** Raises each count by one, or none. Returns the milliseconds to wait, 0 if they were raised. */
async function takeAll(deps: Deps, counts: readonly Count[]): Promise<number> {
  for (const [index, { key, allowance }] of counts.entries()) {
    const waitMs = await deps.counters.take(key, allowance)
    if (waitMs === 0) continue
    await giveBack(deps, counts.slice(0, index))
    return waitMs
  }
  return 0
}

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw tooManyAttempts(waitMs / 1000)
}

/** Who asks for a hash. */
export const askerOf = ({ config }: Deps, email: string, client: codes.CodeClient): Asker => ({
  account: email,
  networks: countedNetworks(client.network, config.sharedNetworks)
    .map(({ network }) => network)
    .toReversed(),
  isKnown: client.device !== null,
})

/** The counts that an attempt raised; a success clears the count `cleared`. */
type Taken = { counts: Count[]; cleared: string }

/** Raises the counts of an attempt of a known browser. Returns `null` if all known browsers of the account failed too often together. */
async function takeKnown(deps: Deps, email: string, device: string): Promise<Taken | null> {
  const ofDevice = { key: `sign-in:device ${device}`, allowance: PER_BROWSER }
  const ofAll = { key: `sign-in:known ${email}`, allowance: KNOWN_BROWSERS }
  refuseFor(await takeAll(deps, [ofDevice]))
  if ((await takeAll(deps, [ofAll])) === 0)
    return { counts: [ofDevice, ofAll], cleared: ofDevice.key }
  await giveBack(deps, [ofDevice])
  return null
}

/** Raises the counts of an attempt of an unknown browser. A network that has to wait raises none for the addresses that it names. */
async function takeUnknown(deps: Deps, email: string, network: string): Promise<Taken> {
  const pair = { key: `sign-in:account ${email} network ${network}`, allowance: PER_BROWSER }
  const counts = [...ofEachNetwork(deps, network, 'sign-in:network', PER_NETWORK), pair]
  const ofAccount = { key: `sign-in:account ${email}`, allowance: PER_ACCOUNT }
  refuseFor(await takeAll(deps, counts))
  if ((await takeAll(deps, [ofAccount])) === 0)
    return { counts: [...counts, ofAccount], cleared: pair.key }
  const waitMs = await deps.counters.take(`${pair.key} crowded`, CROWDED)
  if (waitMs > 0) await giveBack(deps, counts)
  refuseFor(waitMs)
  return { counts, cleared: pair.key }
}

/**
 * Counts an attempt to sign in around `check`, which answers `null` for a wrong password. Throws, and counts nothing, if the attempt comes too
 * soon, or if `check` throws: then no password was checked. Throws `too_many_requests` also after too many successes.
 */
export async function attempt<T>(
  deps: Deps,
  email: string,
  client: codes.CodeClient,
  check: (asker: Asker) => Promise<T | null>,
): Promise<{ asker: Asker; found: T | null }> {
  const { network, device } = client
  const successes = [{ key: `signed-in:account ${email}`, allowance: SIGNED_IN }]
  const ofNetworks = ofEachNetwork(deps, network, 'signed-in:network', SIGNED_IN_FROM_NETWORK)
  if (device === null) successes.push(...ofNetworks)
  for (const { key, allowance } of successes) refuseFor(await deps.counters.take(key, allowance, 0))

  const known = device === null ? null : await takeKnown(deps, email, device)
  const { counts: failures, cleared } = known ?? (await takeUnknown(deps, email, network))
  const asker = { ...askerOf(deps, email, client), isKnown: known !== null }
  const found = await check(asker).catch(async (error: unknown) => {
    await giveBack(deps, failures)
    throw error
  })
  if (found !== null) {
    await giveBack(deps, failures)
    await deps.counters.clear(cleared)
    refuseFor(await takeAll(deps, successes))
  }
  return { asker, found }
}

/** Counts tries of codes, right ones too. Refuses a client with too many before the form is judged: reading a long password is dear too. */
export async function countCodeTry<T>(
  deps: Deps,
  email: string,
  { network, device }: codes.CodeClient,
  tryCode: () => Promise<T>,
): Promise<T> {
  const counts =
    device === null
      ? ofEachNetwork(deps, network, 'codes:network', CODE_TRIES)
      : [{ key: `codes:known ${email}`, allowance: CODE_TRIES }]
  refuseFor(await takeAll(deps, counts))
  return tryCode().catch(async (error: unknown) => {
    const isJudged = error instanceof Refusal && error.code !== 'store_unavailable'
    if (!isJudged) await giveBack(deps, counts)
    throw error
  })
}

/** Counts a wrong key of the screen in the store room; a cost of 0 only looks. Throws if there were too many. */
export async function countWrongKey(deps: Deps, network: string, cost?: 0): Promise<void> {
  for (const { key, allowance } of ofEachNetwork(deps, network, 'pickup:network', WRONG_KEYS))
    refuseFor(await deps.counters.take(key, allowance, cost))
}

/**
 * Counts a request for a mailed code. It counts also when the mail server refuses the address, which the client chose, but not when it is
 * unavailable. No network may ask for more than three quarters of the code mails that an hour allows.
 */
export async function countCodeRequest<T>(
  deps: Deps,
  purpose: CodePurpose,
  { network, device }: codes.CodeClient,
  request: () => Promise<T>,
): Promise<T> {
  const most = Math.ceil(mailShares(deps.config.mailsPerHour)[purpose] * LARGEST_PART)
  const kind = device === null ? purpose : `${purpose} known`
  const counts = ofEachNetwork(deps, network, `code-mails:${kind}`, {
    free: codes.CODES_PER_NETWORK_PER_HOUR,
    windowMs: HOUR_MS,
  }).map(({ key, allowance }) => ({
    key,
    allowance: { ...allowance, free: Math.min(allowance.free, most) },
  }))
  const waitMs = await takeAll(deps, counts)
  if (waitMs > 0) throw tooMany(waitMs / 1000, codes.TOO_MANY_OF_NETWORK)
  return request().catch(async (error: unknown) => {
    const isAddressRefused = error instanceof Refusal && error.code === 'invalid'
    if (!isAddressRefused) await giveBack(deps, counts)
    throw error
  })
}
