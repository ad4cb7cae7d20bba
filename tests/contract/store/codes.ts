import { describe, expect, test } from 'bun:test'
import type { CodePurpose } from '#src/store/port.ts'
import {
  codeOf,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  type OpenTestStore,
  refusalOf,
  SECOND,
  times,
  useStore,
} from './harness.ts'

const EMAIL = 'new@campus.example'
const CLIENT = '192.0.2.1'

export function codesContract(open: OpenTestStore) {
  const portal = useStore(open)
  type Request = Parameters<typeof portal.store.requestCode>[0]
  const request = (given: Partial<Request> = {}) =>
    portal.store.requestCode({
      email: EMAIL,
      purpose: 'register',
      client: CLIENT,
      now: NOON,
      codeHash: 'right',
      ...given,
    })
  const register = (codeHash = 'right', now = NOON, email = EMAIL) =>
    portal.store.register(portal.newAccount({ email }), codeHash, now)
  const isLimited = (given: Partial<Request>) => codeOf(request(given))

  test('a code registers its address, once', async () => {
    await request()
    const account = await register()
    expect(account).toMatchObject({ email: EMAIL, access: 'user', ver: 1 })
    expect(await portal.store.findAccount({ email: EMAIL })).toEqual(account)
    expect(await portal.lines(account)).toEqual([])
    expect(await codeOf(register())).toBe('invalid_code')
  })

  test('a code is bound to its address, whatever its case, and to its purpose', async () => {
    const other = await portal.club({ email: 'other@campus.example' })
    await request({ email: ' NEW@campus.example' })
    expect(await codeOf(register('right', NOON, 'else@campus.example'))).toBe('invalid_code')
    expect(await codeOf(portal.store.resetPassword(EMAIL, 'x', 'right', NOON))).toBe('invalid_code')
    await request({ email: other.email })
    const reset = portal.store.resetPassword(other.email, 'x', 'right', NOON)
    expect(await codeOf(reset)).toBe('invalid_code')
    await register()
  })

  test('a code is good for ten minutes', async () => {
    await request()
    expect(await codeOf(register('right', NOON + 10 * MINUTE))).toBe('invalid_code')
    await register('right', NOON + 10 * MINUTE - 1)
  })

  test('the fifth try may be the right one, the sixth may not', async () => {
    await request()
    for (const wrong of times(4, (index) => `wrong ${index}`))
      expect(await codeOf(register(wrong))).toBe('invalid_code')
    await register()

    await request({ email: 'b@campus.example', codeHash: 'right' })
    const spend = (hash: string) => codeOf(register(hash, NOON, 'b@campus.example'))
    for (const wrong of times(5, (index) => `wrong ${index}`))
      expect(await spend(wrong)).toBe('invalid_code')
    expect(await spend('right')).toBe('invalid_code')
    expect(await portal.store.findAccount({ email: 'b@campus.example' })).toBeNull()
  })

  test('a new code replaces the one before it and has tries of its own', async () => {
    await request({ codeHash: 'first' })
    for (const wrong of times(5, (index) => `wrong ${index}`))
      expect(await codeOf(register(wrong))).toBe('invalid_code')
    await request({ codeHash: 'second', now: NOON + MINUTE })
    expect(await codeOf(register('first', NOON + MINUTE))).toBe('invalid_code')
    await register('second', NOON + MINUTE)
  })

  test('an address that has an account by now is not registered again', async () => {
    await request()
    const account = await portal.club({ email: EMAIL })
    expect(await codeOf(register())).toBe('invalid_code')
    expect(await portal.store.findAccount({ email: EMAIL })).toEqual(account)
  })

  test('a request whose mail could not be sent does not count, and the code before it is good again', async () => {
    await request({ codeHash: 'first' })
    const { codeId } = await request({ codeHash: 'second', now: NOON + MINUTE })
    await portal.store.withdrawCode(codeId)
    await portal.store.withdrawCode(codeId)
    expect(await codeOf(register('second', NOON + MINUTE))).toBe('invalid_code')
    await register('first', NOON + MINUTE)
    await request({ now: NOON + MINUTE + SECOND })
  })

  test('a reset sets the password and ends older tokens', async () => {
    const { id, email } = await portal.club({ passwordHash: 'old' })
    const { codeId } = await request({ email, purpose: 'reset', codeHash: 'right' })
    expect(codeId).toBeString()
    await portal.store.resetPassword(` ${email.toUpperCase()}`, 'new', 'right', NOON)
    expect(await portal.store.findAccount({ id })).toMatchObject({ passwordHash: 'new', ver: 2 })
    const again = portal.store.resetPassword(email, 'newer', 'right', NOON)
    expect(await codeOf(again)).toBe('invalid_code')
  })

  test('without a password a reset code is only judged', async () => {
    const { id, email } = await portal.club({ passwordHash: 'old' })
    await request({ email, purpose: 'reset' })
    expect(await codeOf(portal.store.resetPassword(email, null, 'wrong', NOON))).toBe(
      'invalid_code',
    )
    await portal.store.resetPassword(email, null, 'right', NOON)
    expect(await portal.store.findAccount({ id })).toMatchObject({ passwordHash: 'old', ver: 1 })
    await portal.store.resetPassword(email, 'new', 'right', NOON)
  })

  test('an address without an account cannot be reset', async () => {
    await request({ purpose: 'reset' })
    expect(await codeOf(portal.store.resetPassword(EMAIL, 'x', 'right', NOON))).toBe('invalid_code')
  })

  test('codes, tries and what counts against the limits outlive a restart', async () => {
    await request()
    for (const wrong of times(4, (index) => `wrong ${index}`)) await codeOf(register(wrong))
    await portal.reopen()
    expect(await isLimited({ now: NOON + 29 * SECOND })).toBe('too_many_requests')
    expect(await codeOf(register('wrong'))).toBe('invalid_code')
    expect(await codeOf(register())).toBe('invalid_code')
  })

  describe('limits', () => {
    const either: CodePurpose[] = ['register', 'reset']

    test('an address waits 30 seconds between requests of either kind', async () => {
      for (const purpose of either) {
        const email = `${purpose}@campus.example`
        await request({ email, purpose })
        for (const next of either) {
          const soon = request({ email, purpose: next, now: NOON + 29_001 })
          const refusal = await refusalOf(soon)
          expect(refusal.code).toBe('too_many_requests')
          expect(refusal.details.retryAfterSeconds).toBe(1)
        }
        await request({ email, purpose, now: NOON + 30 * SECOND })
      }
    })

    test('a refused request leaves the code before it as it was', async () => {
      await request({ codeHash: 'first' })
      expect(await isLimited({ codeHash: 'second' })).toBe('too_many_requests')
      await register('first')
    })

    test('an address has ten requests in 24 hours, of both kinds together', async () => {
      for (const index of times(10, Number))
        await request({
          purpose: either[index % 2] ?? 'register',
          client: `192.0.2.${index}`,
          now: NOON + index * HOUR,
        })
      const refusal = await refusalOf(request({ now: NOON + DAY - MINUTE }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.details.retryAfterSeconds).toBe(60)
      await request({ now: NOON + DAY })
      expect(await isLimited({ now: NOON + DAY + MINUTE })).toBe('too_many_requests')
    })

    test('a client address has twenty requests an hour', async () => {
      for (const index of times(20, Number)) await request({ email: `n${index}@campus.example` })
      const refusal = await refusalOf(request({ now: NOON + 59 * MINUTE }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.details.retryAfterSeconds).toBe(60)
      await request({ client: '192.0.2.2' })
      await request({ email: 'later@campus.example', now: NOON + HOUR })
    })

    test('a withdrawn request counts for neither', async () => {
      for (const index of times(25, Number)) {
        const { codeId } = await request({ now: NOON + index })
        await portal.store.withdrawCode(codeId)
      }
      await request()
    })
  })

  describe('with limits lifted', () => {
    const unlimited = useStore(open, { rateLimits: false })

    test('codes are asked for as often as one likes', async () => {
      for (const index of times(30, Number))
        await unlimited.store.requestCode({
          email: EMAIL,
          purpose: 'register',
          client: CLIENT,
          now: NOON + index,
          codeHash: `code ${index}`,
        })
      await unlimited.store.register(unlimited.newAccount({ email: EMAIL }), 'code 29', NOON + 30)
    })
  })
}
