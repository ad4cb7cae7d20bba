/** How fast something may happen: `free` times within `windowMs`; `delay` says what follows, a pause that doubles or the window's end. */
export type Allowance = {
  free: number
  windowMs: number
  delay?: { firstMs: number; maxMs: number }
}

/**
 * Counts per key that instances share while Redis is there, and that each keeps for itself while it is not. Nothing here is
 * durable. A count ends `windowMs` after the first of its window.
 */
export interface Counters {
  /** Adds one and answers 0, or adds nothing and answers the milliseconds to wait. One atomic step. */
  take(key: string, allowance: Allowance): Promise<number>
  /** Takes one back, not below 0. */
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
  close(): Promise<void>
}
