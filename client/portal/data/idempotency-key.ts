import { limits } from '#src/contract/limits.ts'

const HOUR_MS = 3_600_000

/**
 * A UUID of version 7 for the `Idempotency-Key` header. It begins with the time, so the database keeps the keys of one hour side by side.
 * `crypto.randomUUID` would not, and is missing where plain http serves the page to another machine.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  bytes[0] = (bytes[0]! & 0x0f) | 0x70
  bytes[2] = (bytes[2]! & 0x3f) | 0x80
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const hex = Date.now().toString(16).padStart(12, '0') + random
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** True when the server has forgotten the key, so that sending again could write a second time. */
export const isOutdated = (sent: { sentAt: number }, now: number): boolean =>
  now - sent.sentAt >= limits.idempotencyKeyHours * HOUR_MS
