/** How far the clocks of two instances may differ. A time further ahead was written under a wrong clock, and must not count until it comes. */
export const CLOCK_SKEW_MS = 60_000

export const isFromTheFuture = (at: number, now: number): boolean => at > now + CLOCK_SKEW_MS
