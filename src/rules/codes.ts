import { limits } from '#src/contract/limits.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CODE_MS = limits.codeMinutes * 60_000

/** How far back requests for codes count. */
export const CODE_WINDOWS_MS = { email: DAY_MS, client: HOUR_MS } as const

/** Throws `too_many_requests` when one more code would pass a limit. Both lists hold the times inside their window, newest first. */
export function checkCodeLimits(
  ofEmail: readonly number[],
  ofClient: readonly number[],
  now: number,
): void {
  const resendAt = (ofEmail[0] ?? -Infinity) + limits.codeResendSeconds * 1000
  if (resendAt > now)
    throw tooManyRequests((resendAt - now) / 1000, 'Please wait before asking for another code.')
  const oldestToday = ofEmail[limits.codesPerAddressPerDay - 1]
  if (oldestToday !== undefined)
    throw tooManyRequests(
      (oldestToday + DAY_MS - now) / 1000,
      'Too many codes were asked for today. Please try again tomorrow.',
    )
  const oldestThisHour = ofClient[limits.codesPerClientPerHour - 1]
  if (oldestThisHour !== undefined)
    throw tooManyRequests(
      (oldestThisHour + HOUR_MS - now) / 1000,
      'Too many codes were asked for from here. Please try again later.',
    )
}

/** Whether a code may still be tried: not spent, tries left, and in its ten minutes. */
export const isCodeOpen = (
  code: { armedAt: number; tries: number; spent: boolean },
  now: number,
): boolean => !code.spent && code.tries < limits.codeTries && now < code.armedAt + CODE_MS

export const invalidCode = () =>
  new Refusal('invalid_code', 'Invalid or expired verification code.')
