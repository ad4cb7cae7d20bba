import { isRecord, readJson, writeItem } from '#client/shared/storage.ts'
import { emailKey } from '#src/rules/names.ts'

/** Proves to the server that this browser has signed in to an account before, so that strangers cannot delay it. */
type Device = { email: string; token: string }

const KEY = 'devices'
/** Limits how many addresses a shared computer collects. */
const KEPT = 5
/** The browser refuses to send a header with any other characters, and with it the call. */
const TOKEN = /^[\w.~+/=-]{1,2048}$/

const isDevice = (value: unknown): value is Device =>
  isRecord(value) &&
  typeof value.email === 'string' &&
  typeof value.token === 'string' &&
  TOKEN.test(value.token)

const isDevices = (value: unknown): value is Device[] =>
  Array.isArray(value) && value.every(isDevice)

const readDevices = () => readJson('localStorage', KEY, isDevices) ?? []

/** Keeps the device token of a sign-in, newest first. A sign-out keeps it too: it is not part of the session. */
export function keepDevice(email: string, reply: object): void {
  const device = { email: emailKey(email), token: 'device' in reply ? reply.device : null }
  if (!isDevice(device)) return
  const others = readDevices().filter((other) => other.email !== device.email)
  writeItem('localStorage', KEY, JSON.stringify([device, ...others].slice(0, KEPT)))
}

export function asDevice(email: string): { headers: Record<string, string> } {
  const device = readDevices().find((known) => known.email === emailKey(email))
  return { headers: device ? { 'device-token': device.token } : {} }
}
