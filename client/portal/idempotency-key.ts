import { limits } from '#src/contract/limits.ts'

const HOUR_MS = 3_600_000

/** A UUID for the `Idempotency-Key` header. `crypto.randomUUID` is missing where plain http serves the page to another machine. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** True when the server has forgotten the key, so that sending again could write a second time. */
export const isOutdated = (sent: { sentAt: number }, now: number): boolean =>
  now - sent.sentAt >= limits.idempotencyKeyHours * HOUR_MS
