import { isRecord, readJson, writeItem } from '#client/shared/storage.ts'

/** Proves to the server that this browser has signed in to an account before, so that strangers cannot delay it. */
type Device = { email: string; token: string }

const KEY = 'devices'
/** A shared computer does not gather the addresses of everybody who ever used it. */
const KEPT = 5
/** Any other text would make the browser refuse to send the header, and with it the call. */
const TOKEN = /^[\w.~+/=-]{1,2048}$/

const isDevice = (value: unknown): value is Device =>
  isRecord(value) &&
  typeof value.email === 'string' &&
  typeof value.token === 'string' &&
  TOKEN.test(value.token)

const isDevices = (value: unknown): value is Device[] =>
  Array.isArray(value) && value.every(isDevice)

const readDevices = () => readJson('localStorage', KEY, isDevices) ?? []
const toAddress = (email: string) => email.trim().toLowerCase()

/** Keeps what a sign-in answered, the latest first; a sign-out leaves it, because it is no session. */
export function keepDevice(email: string, reply: object): void {
  const device = { email: toAddress(email), token: 'device' in reply ? reply.device : null }
  if (!isDevice(device)) return
  const others = readDevices().filter((other) => other.email !== device.email)
  writeItem('localStorage', KEY, JSON.stringify([device, ...others].slice(0, KEPT)))
}

/** The options of a call about the account of this address. */
export function asDevice(email: string): { headers: Record<string, string> } {
  const device = readDevices().find((known) => known.email === toAddress(email))
  return { headers: device ? { 'device-token': device.token } : {} }
}
