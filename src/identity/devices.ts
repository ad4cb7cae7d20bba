import type { Keys } from './keys.ts'

const VALID_SECONDS = 180 * 24 * 3_600
const TOKEN = /^([\da-f-]{36})\.(\d{10})\.([\w-]{43})$/

/** Longer than any token of ours. */
export const DEVICE_TOKEN_LENGTH = 200

/** Proves that a browser has signed in to an account before, so that failures of strangers do not slow it down. */
export interface Devices {
  /** A token for 180 days that belongs to this address alone; `device` is kept, or made when there is none. */
  issue(email: string, device: string | null, now: number): string
  /** The device behind a token, or `null` when it is no token of ours for this address, or too old. */
  read(token: string | undefined, email: string, now: number): string | null
}

const encode = (text: string) => new TextEncoder().encode(text)
const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && crypto.timingSafeEqual(encode(a), encode(b))

export function createDevices(keys: Keys): Devices {
  // An address holds no space, so no two inputs read the same.
  const claim = (email: string, device: string, endsAt: string) => `${email} ${device} ${endsAt}`

  return {
    issue(email, device, now) {
      const id = device ?? crypto.randomUUID()
      const endsAt = String(Math.floor(now / 1000) + VALID_SECONDS)
      return `${id}.${endsAt}.${keys.sign('device tokens', claim(email, id, endsAt))}`
    },
    read(token, email, now) {
      if (token === undefined || token.length > DEVICE_TOKEN_LENGTH) return null
      const [, device = '', endsAt = '', signature = ''] = TOKEN.exec(token) ?? []
      if (device === '' || Number(endsAt) * 1000 <= now) return null
      const accepted = keys.signAll('device tokens', claim(email, device, endsAt))
      return accepted.some((own) => isEqual(own, signature)) ? device : null
    },
  }
}
