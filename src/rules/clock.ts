/** How far the clocks of two instances may differ. A later time was written by a wrong clock. */
export const CLOCK_SKEW_MS = 60_000

export const isFromTheFuture = (at: number, now: number): boolean => at > now + CLOCK_SKEW_MS
