import { isFromTheFuture } from '#src/rules/clock.ts'
import type { Keys } from './keys.ts'

/** How long a device token is valid. */
export const DEVICE_DAYS = 180
const VALID_SECONDS = DEVICE_DAYS * 24 * 3_600
const TOKEN = /^([\da-f-]{36})\.(\d{10})\.([\w-]{43})$/

/** An upper bound for the length of a device token. */
export const DEVICE_TOKEN_LENGTH = 200

/** Proves that a browser has signed in to an account before, so that failed attempts from other browsers do not slow it down. */
export function createDevices(keys: Keys) {
  // An address contains no space, so different inputs never give the same text.
  const claim = (email: string, device: string, endsAt: string) => `${email} ${device} ${endsAt}`

  return {
    /** Returns a token for this address, valid for `DEVICE_DAYS`. It contains the given device id, or a new id for `null`. `now` is in ms. */
    issue(email: string, device: string | null, now: number): string {
      const id = device ?? crypto.randomUUID()
      const endsAt = String(Math.floor(now / 1000) + VALID_SECONDS)
      return `${id}.${endsAt}.${keys.sign('device tokens', claim(email, id, endsAt))}`
    },
    /** Returns the device id of a token, or `null` for a token that is forged, expired, for another address or longer valid than `DEVICE_DAYS`. */
    read(token: string | undefined, email: string, now: number): string | null {
      if (token === undefined || token.length > DEVICE_TOKEN_LENGTH) return null
      const [, device = '', endsAt = '', signature = ''] = TOKEN.exec(token) ?? []
      const endsAtMs = Number(endsAt) * 1000
      if (device === '' || endsAtMs <= now) return null
      if (isFromTheFuture(endsAtMs - VALID_SECONDS * 1000, now)) return null
      return keys.verify('device tokens', claim(email, device, endsAt), signature) ? device : null
    },
  }
}
