import { describe, expect, test } from 'bun:test'
import { createKeys } from '#src/identity/keys.ts'
import { createCodes } from '#src/identity/codes.ts'
import { createDevices } from '#src/identity/devices.ts'

const OLD = 'the secret that has leaked to somebody'
const NEW = 'the secret that takes the place of it'
const EMAIL = 'club@campus.example'
const NOW = Date.now()

const before = { current: OLD, previous: null }
const during = { current: NEW, previous: OLD }
const after = { current: NEW, previous: null }

describe('changing the secret', () => {
  test('a device stays known while the settings name the previous secret', () => {
    const token = createDevices(createKeys(before)).issue(EMAIL, null, NOW)
    expect(createDevices(createKeys(during)).read(token, EMAIL, NOW)).not.toBeNull()
    expect(createDevices(createKeys(after)).read(token, EMAIL, NOW)).toBeNull()
  })

  test('a code mailed before the change stays valid', () => {
    const mailed = createCodes(createKeys(before)).hash('reset', EMAIL, '482916')
    expect(createCodes(createKeys(during)).hashes('reset', EMAIL, '482916')).toContain(mailed)
    expect(createCodes(createKeys(after)).hashes('reset', EMAIL, '482916')).not.toContain(mailed)
  })

  test('each purpose has a key of its own', () => {
    const keys = createKeys(before)
    const signed = (['mailed codes', 'device tokens', 'log'] as const).map((purpose) =>
      keys.sign(purpose, 'the same text'),
    )
    expect(new Set(signed).size).toBe(3)
  })
})

describe('a device token', () => {
  const devices = createDevices(createKeys(before))

  test('keeps its device when it is renewed, and belongs to one address', () => {
    const token = devices.issue(EMAIL, null, NOW)
    const device = devices.read(token, EMAIL, NOW)
    expect(device).toMatch(/^[\da-f-]{36}$/)
    expect(devices.read(devices.issue(EMAIL, device, NOW + 1), EMAIL, NOW)).toBe(device)
    expect(devices.read(token, 'other@campus.example', NOW)).toBeNull()
  })

  test.each([undefined, '', '.', '..', 'a.b.c', `${'-'.repeat(36)}.9999999999.${'A'.repeat(43)}`])(
    '%j is none',
    (token) => expect(devices.read(token, EMAIL, NOW)).toBeNull(),
  )
})
