/**
 * What one club may make the portal store: rows of orders in an hour, bytes in a day. The store counts both in the transaction of the order, so
 * that neither a restart nor several calls at once exceed them by more than one call.
 */
import { limits } from '#src/contract/limits.ts'
import { grouped } from './number-text.ts'
import { tooManyRequests } from './refusal.ts'

/** About how many bytes a call stores: its entries, and its answer if one is kept. */
export const bytesOf = (entries: readonly unknown[], answer: string | undefined): number =>
  Buffer.byteLength(JSON.stringify(entries)) + Buffer.byteLength(answer ?? '')

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What a club has used of an hour and of a day; both are numbered since 1970. */
export type Usage = { hour: number; rows: number; day: number; bytes: number }

/** What is used of the present hour and day. Any other hour or day, also one that a wrong clock wrote, counts as over. */
function present(usage: Usage | null, now: number): Usage {
  const [hour, day] = [Math.floor(now / HOUR_MS), Math.floor(now / DAY_MS)]
  return {
    hour,
    rows: usage?.hour === hour ? usage.rows : 0,
    day,
    bytes: usage?.day === day ? usage.bytes : 0,
  }
}

/** Throws `too_many_requests` if the club may not order so many rows now. */
export function checkQuota(usage: Usage | null, rows: number, now: number): void {
  const used = present(usage, now)
  if (used.rows + rows > limits.orderedRowsPerHour)
    throw tooManyRequests(
      ((used.hour + 1) * HOUR_MS - now) / 1000,
      `A club orders at most ${grouped(limits.orderedRowsPerHour)} rows in an hour. Please go on in the next hour.`,
    )
  if (used.bytes >= limits.storedBytesPerDay)
    throw tooManyRequests(
      ((used.day + 1) * DAY_MS - now) / 1000,
      'Your club has ordered as much as the portal stores in a day. Please go on tomorrow.',
    )
}

/** What is used after a call that orders `rows` rows and stores `bytes` bytes. */
export function usageAfter(usage: Usage | null, rows: number, bytes: number, now: number): Usage {
  const used = present(usage, now)
  return { ...used, rows: used.rows + rows, bytes: used.bytes + bytes }
}
