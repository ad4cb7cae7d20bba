import { limits } from '#src/contract/limits.ts'
import { CLOCK_SKEW_MS, isFromTheFuture } from './clock.ts'
import { Refusal, tooMany } from './refusal.ts'

/**
 * How many codes may be requested, and how often one may be tried. All browsers that are not known have one limit together, and all known
 * devices of an address have another: anybody who has the password once can make any number of known devices.
 */
const CODE_LIMITS = {
  /** Of one code by one client. */
  codeTries: 5,
  /** Of one code by all clients of one kind. */
  codeTriesInAll: 20,
  /** Of all codes of one address by all clients of one kind. */
  codeTriesPerAddressPerDay: 60,
  /** For one address by one client. */
  codesPerAddressPerDay: 10,
  /** For one address by all clients of one kind. A known device meets no limit of its network, so there are fewer. */
  codesPerAddressPerDayInAll: { network: 60, device: 20 },
} as const

/** Enough for sixty people of one network who register in an hour, each with a second mail. */
export const CODES_PER_NETWORK_PER_HOUR = 120

/** How many times the usual counts a network has that many people share. */
export const SHARED_NETWORK_TIMES = 5

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CODE_MS = limits.codeMinutes * 60_000

/** The periods in which requests for codes are counted. */
export const CODE_WINDOWS_MS = { address: DAY_MS, network: HOUR_MS } as const

/** The client that a request or attempt counts against: a device that the account knows, otherwise the network. */
export type CountedClient = { clientKind: 'network' | 'device'; client: string }

/**
 * The client that requests or tries a code: its network, and its device if the browser proved that it signed in to this account before.
 * Known devices have counts of their own, so tries from elsewhere never block them. `isShared`: many people share the network.
 */
export type CodeClient = { network: string; device: string | null; isShared?: boolean }

export const countedClient = (client: CodeClient): CountedClient =>
  client.device === null
    ? { clientKind: 'network', client: client.network }
    : { clientKind: 'device', client: client.device }

const isSameClient = (entry: CountedClient, who: CountedClient): boolean =>
  entry.clientKind === who.clientKind && entry.client === who.client

type Request = CountedClient & { at: number }

export const TOO_MANY_OF_NETWORK = 'Too many codes were asked for from this network.'

/** Throws while `oldest`, which must be out of the window before one more request, is in it. */
function refuseWhileIn(
  oldest: Request | undefined,
  windowMs: number,
  now: number,
  words: string,
): void {
  if (oldest === undefined) return
  const seconds = Math.min(oldest.at + windowMs - now, windowMs) / 1000
  if (seconds > 0) throw tooMany(seconds, words)
}

/**
 * Throws `too_many_requests` if one more code would exceed a limit. `ofAddress` are the last day's requests for the address, and
 * `ofNetwork` the last hour's requests of unknown browsers from the network; both newest first. Requests from the future do not count.
 * Known devices have their own limits, so that unknown browsers cannot lock out their owner.
 */
export function checkCodeLimits(
  client: CodeClient,
  ofAddress: readonly Request[],
  ofNetwork: readonly Request[],
  now: number,
): void {
  const who = countedClient(client)
  const isPast = ({ at }: Request) => !isFromTheFuture(at, now)
  const ofKind = ofAddress.filter(
    (request) => request.clientKind === who.clientKind && isPast(request),
  )
  const ofClient = ofKind.filter((request) => isSameClient(request, who))
  const resendMs = limits.codeResendSeconds * 1000
  refuseWhileIn(ofClient[0], resendMs, now, 'A code was just asked for.')
  const oldestToday =
    ofClient[CODE_LIMITS.codesPerAddressPerDay - 1] ??
    ofKind[CODE_LIMITS.codesPerAddressPerDayInAll[who.clientKind] - 1]
  refuseWhileIn(oldestToday, DAY_MS, now, 'Too many codes were asked for today.')
  if (who.clientKind === 'device') return
  const times = client.isShared === true ? SHARED_NETWORK_TIMES : 1
  const oldestThisHour = ofNetwork.filter(isPast)[CODES_PER_NETWORK_PER_HOUR * times - 1]
  refuseWhileIn(oldestThisHour, HOUR_MS, now, TOO_MANY_OF_NETWORK)
}

/** A code that was sent; `hash` belongs to the latest mail. */
type ArmedCode = CountedClient & { hash: string; armedAt: number; spent: boolean }

const isInTime = ({ armedAt }: ArmedCode, now: number): boolean =>
  now < armedAt + CODE_MS && !isFromTheFuture(armedAt, now)

/**
 * Returns the code to compare an attempt with: the newest that the same client requested, otherwise the newest of all. So a request by
 * another client does not invalidate a person's code. `armed` are the codes of one address and purpose, newest first. `null`: no code is valid.
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
  /** For this code, by all clients of the same kind. */
  ofKind: number
  /** For all codes of this address, by all clients of the same kind, in a day. */
  ofKindToday: number
}

/** The times whose tries count as today's. */
export const triesToday = (now: number) => ({ after: now - DAY_MS, until: now + CLOCK_SKEW_MS })

/** Whether a client may try a code again. `isLimited: false` lifts the daily limit. */
export const mayTry = (tries: CodeTries, isLimited: boolean): boolean =>
  tries.own < CODE_LIMITS.codeTries &&
  tries.ofKind < CODE_LIMITS.codeTriesInAll &&
  (!isLimited || tries.ofKindToday < CODE_LIMITS.codeTriesPerAddressPerDay)

export const invalidCode = () =>
  new Refusal('invalid_code', 'Invalid or expired verification code.')
