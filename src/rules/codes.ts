import { limits } from '#src/contract/limits.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

/** How many codes may be requested, and how often one may be tried. */
const CODE_LIMITS = {
  /** Of one code by one client. */
  codeTries: 5,
  /** Of one code by all browsers that are not known. */
  codeTriesInAll: 20,
  /** Of all codes of one address by all browsers that are not known. */
  codeTriesPerAddressPerDay: 60,
  /** For one address by one client. */
  codesPerAddressPerDay: 10,
  /** For one address by all browsers that are not known. */
  codesPerAddressPerDayInAll: 60,
  codesPerClientPerHour: 20,
} as const

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CODE_MS = limits.codeMinutes * 60_000

/** The periods in which requests for codes, and attempts to use them, are counted. */
export const CODE_WINDOWS_MS = { address: DAY_MS, network: HOUR_MS, tries: DAY_MS } as const

/** The client that a request or attempt counts against: a device that the account knows, otherwise the network. */
export type CountedClient = { clientKind: 'network' | 'device'; client: string }

export const countedClient = (client: { network: string; device: string | null }): CountedClient =>
  client.device === null
    ? { clientKind: 'network', client: client.network }
    : { clientKind: 'device', client: client.device }

const isSameClient = (entry: CountedClient, who: CountedClient): boolean =>
  entry.clientKind === who.clientKind && entry.client === who.client

const isUnknownBrowser = ({ clientKind }: CountedClient): boolean => clientKind === 'network'

type Request = CountedClient & { at: number }

/**
 * Throws `too_many_requests` if one more code would exceed a limit. `ofAddress` holds the last day's requests for the address, and
 * `ofNetwork` the last hour's requests of unknown browsers from the network; both newest first. A known device has its own limit, so
 * that unknown browsers cannot lock out its owner.
 */
export function checkCodeLimits(
  who: CountedClient,
  ofAddress: readonly Request[],
  ofNetwork: readonly Request[],
  now: number,
): void {
  const own = ofAddress.filter((request) => isSameClient(request, who))
  const resendAt = (own[0]?.at ?? -Infinity) + limits.codeResendSeconds * 1000
  if (resendAt > now)
    throw tooManyRequests((resendAt - now) / 1000, 'Please wait before asking for another code.')
  const ofUnknown = isUnknownBrowser(who) ? ofAddress.filter(isUnknownBrowser) : []
  const oldestToday =
    own[CODE_LIMITS.codesPerAddressPerDay - 1] ??
    ofUnknown[CODE_LIMITS.codesPerAddressPerDayInAll - 1]
  if (oldestToday !== undefined)
    throw tooManyRequests(
      (oldestToday.at + DAY_MS - now) / 1000,
      'Too many codes were asked for today. Please try again tomorrow.',
    )
  const oldestThisHour = isUnknownBrowser(who)
    ? ofNetwork[CODE_LIMITS.codesPerClientPerHour - 1]
    : undefined
  if (oldestThisHour !== undefined)
    throw tooManyRequests(
      (oldestThisHour.at + HOUR_MS - now) / 1000,
      'Too many codes were asked for from here. Please try again later.',
    )
}

/** A code that was sent; `hash` belongs to the latest mail. */
type ArmedCode = CountedClient & { hash: string; armedAt: number; spent: boolean }

const isInTime = ({ armedAt }: ArmedCode, now: number): boolean => now < armedAt + CODE_MS

/**
 * Returns the code to compare an attempt with: the newest that the same client requested, otherwise the newest of all. So a request by
 * another client does not invalidate a person's code. `armed` holds the codes of one address and purpose, newest first. `null`: no code is valid.
 */
export function codeToJudge<Code extends ArmedCode>(
  armed: readonly Code[],
  who: CountedClient,
  now: number,
): Code | null {
  const inTime = armed.filter((code) => isInTime(code, now))
  const code = inTime.find((candidate) => isSameClient(candidate, who)) ?? inTime[0]
  return code && !code.spent ? code : null
}

/** Wrong attempts that count against a code. */
export type CodeTries = {
  /** For this code, by this client. */
  own: number
  /** For this code, by all unknown browsers. */
  strangers: number
  /** For all codes of this address, by all unknown browsers, in a day. */
  strangersToday: number
}

/** Whether a client may try a code again. `isLimited: false` lifts the daily limit. */
export const mayTry = (who: CountedClient, tries: CodeTries, isLimited: boolean): boolean =>
  tries.own < CODE_LIMITS.codeTries &&
  (!isUnknownBrowser(who) ||
    (tries.strangers < CODE_LIMITS.codeTriesInAll &&
      (!isLimited || tries.strangersToday < CODE_LIMITS.codeTriesPerAddressPerDay)))

export const invalidCode = () =>
  new Refusal('invalid_code', 'Invalid or expired verification code.')
