import { isRecord, readJson, writeItem } from '#client/shared/storage.ts'
import { emailKey } from '#src/rules/names.ts'

/**
 * The device tokens by address, newest first. One proves to the server that this browser has signed in to an account before, so that
 * strangers cannot delay it.
 */
type Devices = Record<string, string>

const KEY = 'devices'
/** Limits how many addresses a shared computer collects. */
const KEPT = 5
/** The browser refuses to send a header with any other characters, and with it the call. */
const TOKEN = /^[\w.~+/=-]{1,2048}$/

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value)
const isDevices = (value: unknown): value is Devices =>
  isRecord(value) && Object.values(value).every(isToken)

const readDevices = () => readJson('localStorage', KEY, isDevices) ?? {}

/** Keeps the device token of a sign-in. A sign-out keeps it too: it is not part of the session. */
export function keepDevice(email: string, reply: object): void {
  const token = 'device' in reply ? reply.device : null
  if (!isToken(token)) return
  const { [emailKey(email)]: _older, ...others } = readDevices()
  const kept = Object.entries({ [emailKey(email)]: token, ...others }).slice(0, KEPT)
  writeItem('localStorage', KEY, JSON.stringify(Object.fromEntries(kept)))
}

export function asDevice(email: string): { headers: Record<string, string> } {
  const token = new Map(Object.entries(readDevices())).get(emailKey(email))
  return { headers: token ? { 'device-token': token } : {} }
}
