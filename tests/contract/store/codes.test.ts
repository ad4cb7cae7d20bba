import { describe, expect, test } from 'bun:test'
import type { CodePurpose } from '#src/store/port.ts'
import { coordinator } from '#tests/support/stores.ts'
import {
  codeOf,
  countSuccesses,
  DAY,
  HOME,
  HOUR,
  MINUTE,
  NOON,
  refusalOf,
  SECOND,
  stranger,
  times,
  typed,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'

const EMAIL = 'new@campus.example'
/** A browser that has signed in to the account before. */
const KNOWN = { network: '203.0.113.1', device: 'a phone' }

onEachStore('codes', (open) => {
  const portal = useStore(open)
  type Request = Parameters<typeof portal.store.codes.request>[0]
  const request = (given: Partial<Request> = {}) =>
    portal.store.codes.request({
      email: EMAIL,
      purpose: 'register',
      client: HOME,
      now: NOON,
      codeHash: 'right',
      ...given,
    })
  const register = (codeHash = 'right', now = NOON, email = EMAIL, client = HOME) =>
    portal.store.codes.register(portal.newAccount({ email }), typed(codeHash, now, client))
  type Reset = Parameters<typeof portal.store.codes.resetPassword>
  const reset = (...given: Reset) => portal.store.codes.resetPassword(...given)
  const isLimited = (given: Partial<Request>) => codeOf(request(given))
  /** Makes this many wrong tries; each gets the same refusal. */
  async function tryWrong(count: number, client = HOME, now = NOON, email = EMAIL) {
    for (const wrong of times(count, (index) => `wrong ${index}`))
      expect(await codeOf(register(wrong, now, email, client))).toBe('invalid_code')
  }

  test('a code registers its address only once', async () => {
    await request()
    const account = await register()
    expect(account).toMatchObject({ email: EMAIL, access: 'user', ver: 1 })
    expect(await portal.store.accounts.find({ email: EMAIL })).toEqual(account)
    expect(await portal.lines(coordinator(account))).toEqual([])
    expect(await codeOf(register())).toBe('invalid_code')
  })

  test('a code is valid only for its address, in any letter case, and its purpose', async () => {
    const other = await portal.club({ email: 'other@campus.example' })
    await request({ email: ' NEW@campus.example' })
    expect(await codeOf(register('right', NOON, 'else@campus.example'))).toBe('invalid_code')
    expect(await codeOf(reset(EMAIL, 'x', typed('right')))).toBe('invalid_code')
    await request({ email: other.email })
    expect(await codeOf(reset(other.email, 'x', typed('right')))).toBe('invalid_code')
    await register()
  })

  test('a code is valid for ten minutes', async () => {
    await request()
    expect(await codeOf(register('right', NOON + 10 * MINUTE))).toBe('invalid_code')
    await register('right', NOON + 10 * MINUTE - 1)
  })

  test('a right code is accepted at the fifth try and refused at the sixth', async () => {
    await request()
    await tryWrong(4)
    await register()

    const email = 'b@campus.example'
    await request({ email, codeHash: 'right' })
    await tryWrong(5, HOME, NOON, email)
    expect(await codeOf(register('right', NOON, email))).toBe('invalid_code')
    expect(await portal.store.accounts.find({ email })).toBeNull()
  })

  test('a code matches under any accepted hash', async () => {
    await request({ codeHash: 'under the old key' })
    const tried = { hashes: ['under the new key', 'under the old key'], client: HOME, now: NOON }
    await portal.store.codes.register(portal.newAccount({ email: EMAIL }), tried)
  })

  test('a new code replaces the one before it and starts with no tries', async () => {
    await request({ codeHash: 'first' })
    await tryWrong(5)
    await request({ codeHash: 'second', now: NOON + MINUTE })
    expect(await codeOf(register('first', NOON + MINUTE))).toBe('invalid_code')
    await register('second', NOON + MINUTE)
    expect(await codeOf(register('first', NOON + MINUTE))).toBe('invalid_code')
  })

  describe('tried by somebody else', () => {
    test('tries from elsewhere leave the requester five tries', async () => {
      await request()
      await tryWrong(7, stranger(2))
      await tryWrong(4)
      await register()
    })

    test('a code takes twenty tries from all networks together, even after it is sent again', async () => {
      const { codeId } = await request()
      for (const number of times(4, (index) => index + 2)) {
        await tryWrong(5, stranger(number))
        await portal.store.codes.arm(codeId, 'right', NOON)
      }
      expect(await codeOf(register('right', NOON, EMAIL, stranger(9)))).toBe('invalid_code')
    })

    test('an address takes sixty tries a day from all networks together', async () => {
      const at = (hour: number) => NOON + hour * HOUR
      for (const hour of times(3, Number)) {
        await request({ now: at(hour) })
        for (const number of times(4, (index) => index + 2))
          await tryWrong(5, stranger(number), at(hour))
      }
      await request({ now: at(4) })
      expect(await codeOf(register('right', at(4)))).toBe('invalid_code')
      await request({ now: NOON + DAY + SECOND })
      await register('right', NOON + DAY + SECOND)
    })

    test('tries by strangers do not block a known device, which has five tries of its own', async () => {
      await request({ client: KNOWN })
      for (const number of times(4, (index) => index + 2)) await tryWrong(6, stranger(number))
      await tryWrong(4, KNOWN)
      await register('right', NOON, EMAIL, KNOWN)

      const email = 'b@campus.example'
      await request({ email, client: KNOWN })
      await tryWrong(5, KNOWN, NOON, email)
      expect(await codeOf(register('right', NOON, email, KNOWN))).toBe('invalid_code')
    })

    test('a code takes twenty tries from all known devices together, and an address sixty a day', async () => {
      const phone = (number: number) => ({ ...KNOWN, device: `phone ${number}` })
      for (const hour of times(3, Number)) {
        const now = NOON + hour * HOUR
        await request({ client: KNOWN, now })
        for (const number of times(4, Number)) await tryWrong(5, phone(number), now)
        expect(await codeOf(register('right', now, EMAIL, phone(9)))).toBe('invalid_code')
      }
      const now = NOON + 3 * HOUR
      await request({ client: KNOWN, now })
      expect(await codeOf(register('right', now, EMAIL, phone(9)))).toBe('invalid_code')
      await register('right', now)
    })

    test("a stranger's request does not void a person's code", async () => {
      await request({ codeHash: 'mine' })
      await request({ codeHash: 'of a stranger', client: stranger(2), now: NOON + MINUTE })
      await register('mine', NOON + 2 * MINUTE)
    })

    test('a code can be used on another client than the one that requested it', async () => {
      await request({ codeHash: 'old' })
      await request({ codeHash: 'new', client: KNOWN, now: NOON + 11 * MINUTE })
      await register('new', NOON + 12 * MINUTE)
    })
  })

  describe('tried by many at once', () => {
    test('of thirty wrong tries from one client five count, and others can still try', async () => {
      await request()
      const wrong = times(30, (index) => register(`wrong ${index}`))
      expect(await countSuccesses(wrong, 'invalid_code')).toBe(0)
      expect(await codeOf(register())).toBe('invalid_code')
      // Fifteen of the twenty tries are left.
      for (const number of [2, 3, 4]) await tryWrong(number === 4 ? 4 : 5, stranger(number))
      await register('right', NOON, EMAIL, stranger(5))
    })

    test('of thirty wrong tries from twenty clients twenty count', async () => {
      await request()
      const wrong = times(30, (index) =>
        register(`wrong ${index}`, NOON, EMAIL, stranger((index % 20) + 2)),
      )
      expect(await countSuccesses(wrong, 'invalid_code')).toBe(0)
      expect(await codeOf(register())).toBe('invalid_code')
    })
  })

  test('an address that got an account meanwhile is not registered again', async () => {
    await request()
    const account = await portal.club({ email: EMAIL })
    expect(await codeOf(register())).toBe('invalid_code')
    expect(await portal.store.accounts.find({ email: EMAIL })).toEqual(account)
  })

  test('a request whose mail could not be sent does not count, and the code before it is valid again', async () => {
    await request({ codeHash: 'first' })
    const { codeId } = await request({ codeHash: 'second', now: NOON + MINUTE })
    await portal.store.codes.withdraw(codeId)
    await portal.store.codes.withdraw(codeId)
    expect(await codeOf(register('second', NOON + MINUTE))).toBe('invalid_code')
    await register('first', NOON + MINUTE)
    await request({ now: NOON + MINUTE + SECOND })
  })

  test('a reset sets the password and ends older tokens', async () => {
    const { id, email } = await portal.club({ passwordHash: 'old' })
    const { codeId } = await request({ email, purpose: 'reset', codeHash: 'right' })
    expect(codeId).toBeString()
    await reset(` ${email.toUpperCase()}`, 'new', typed('right'))
    expect(await portal.store.accounts.find({ id })).toMatchObject({ passwordHash: 'new', ver: 2 })
    const again = reset(email, 'newer', typed('right'))
    expect(await codeOf(again)).toBe('invalid_code')
  })

  test('without a password a reset code is only checked', async () => {
    const { id, email } = await portal.club({ passwordHash: 'old' })
    await request({ email, purpose: 'reset' })
    expect(await codeOf(reset(email, null, typed('wrong')))).toBe('invalid_code')
    await reset(email, null, typed('right'))
    expect(await portal.store.accounts.find({ id })).toMatchObject({ passwordHash: 'old', ver: 1 })
    await reset(email, 'new', typed('right'))
  })

  test('an address without an account cannot be reset', async () => {
    await request({ purpose: 'reset' })
    expect(await codeOf(reset(EMAIL, 'x', typed('right')))).toBe('invalid_code')
  })

  test('codes, tries and counted requests survive a restart', async () => {
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

    test('an address has ten requests in 24 hours from one network, of both kinds together', async () => {
      for (const index of times(10, Number))
        await request({ purpose: either[index % 2] ?? 'register', now: NOON + index * HOUR })
      const refusal = await refusalOf(request({ now: NOON + DAY - MINUTE }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.details.retryAfterSeconds).toBe(60)
      await request({ now: NOON + DAY })
      expect(await isLimited({ now: NOON + DAY + MINUTE })).toBe('too_many_requests')
    })

    test('a network without requests left does not block the network of the owner', async () => {
      for (const index of times(10, Number))
        await request({ client: stranger(2), now: NOON + index * MINUTE })
      const now = NOON + 10 * MINUTE
      expect(await isLimited({ client: stranger(2), now })).toBe('too_many_requests')
      await request({ now })
      await request({ now, client: KNOWN })
    })

    test('an address has sixty requests in 24 hours from all networks, and ten more from a known device', async () => {
      for (const index of times(60, Number))
        await request({ client: stranger(Math.floor(index / 10)), now: NOON + index * MINUTE })
      const now = NOON + HOUR
      const refusal = await refusalOf(request({ client: stranger(9), now }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.details.retryAfterSeconds).toBe((DAY - HOUR) / SECOND)
      for (const index of times(10, Number))
        await request({ client: KNOWN, now: now + index * MINUTE })
      const later = now + 10 * MINUTE
      expect(await isLimited({ client: KNOWN, now: later })).toBe('too_many_requests')
    })

    test('requests from a known device do not count against other clients', async () => {
      await request({ client: KNOWN })
      await request({ client: { ...KNOWN, device: null } })
      expect(await isLimited({ client: KNOWN })).toBe('too_many_requests')
    })

    test('an address has twenty requests in 24 hours from all known devices together', async () => {
      const phone = (number: number) => ({ ...KNOWN, device: `phone ${number}` })
      for (const index of times(20, Number)) await request({ client: phone(index) })
      const refusal = await refusalOf(request({ client: phone(20) }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.message).toBe(
        'Too many codes were asked for today. Please try again in 24 hours.',
      )
      await request()
    })

    test('a network has a hundred and twenty requests an hour, not counting known devices', async () => {
      for (const index of times(120, Number)) {
        await request({ email: `n${index}@campus.example` })
        await request({
          email: `n${index}@campus.example`,
          client: { ...HOME, device: 'a laptop' },
        })
      }
      const refusal = await refusalOf(request({ now: NOON + 59 * MINUTE }))
      expect(refusal.code).toBe('too_many_requests')
      expect(refusal.details.retryAfterSeconds).toBe(60)
      expect(refusal.message).toBe(
        'Too many codes were asked for from this network. Please try again in 60 seconds.',
      )
      await request({ client: { ...HOME, isShared: true } })
      await request({ client: stranger(2) })
      await request({ client: { ...HOME, device: 'a tablet' } })
      await request({ email: 'later@campus.example', now: NOON + HOUR })
    })

    test('requests and tries under a clock that was two days ahead count for nothing when it is right again', async () => {
      const ahead = NOON + 2 * DAY
      await request({ now: ahead, codeHash: 'of a wrong clock' })
      for (const round of times(3, Number)) {
        await request({ now: ahead + (round + 1) * MINUTE })
        for (const number of times(4, (index) => index + 2))
          await tryWrong(5, stranger(number), ahead + (round + 1) * MINUTE)
      }
      for (const index of times(116, Number))
        await request({ email: `n${index}@campus.example`, now: ahead })
      expect(await codeOf(register('of a wrong clock'))).toBe('invalid_code')
      await request()
      await register()
    })

    test('the clocks of two instances may differ by seconds', async () => {
      await request({ now: NOON + 20 * SECOND })
      const refusal = await refusalOf(request())
      expect(refusal.details.retryAfterSeconds).toBe(30)
      await register()
    })

    test('of sixty simultaneous requests from as many known devices twenty are accepted', async () => {
      const asked = times(60, (index) =>
        request({ client: { ...KNOWN, device: `phone ${index}` } }),
      )
      const granted = (await Promise.allSettled(asked)).filter(
        ({ status }) => status === 'fulfilled',
      )
      expect(granted.length).toBeGreaterThan(0)
      expect(granted.length).toBeLessThanOrEqual(20)
    })

    test('a withdrawn request counts neither for the address nor for the network', async () => {
      for (const index of times(25, Number)) {
        const { codeId } = await request({ now: NOON + index })
        await portal.store.codes.withdraw(codeId)
      }
      await request()
    })
  })

  describe('with limits lifted', () => {
    const unlimited = useStore(open, { rateLimits: false })

    test('an address takes any number of requests and tries; a code still takes five from one client and twenty in all', async () => {
      const ask = (now: number) =>
        unlimited.store.codes.request({
          email: EMAIL,
          purpose: 'register',
          client: HOME,
          now,
          codeHash: 'right',
        })
      const enter = (hash: string, now: number, number: number) =>
        unlimited.store.codes.register(
          unlimited.newAccount({ email: EMAIL }),
          typed(hash, now, stranger(number)),
        )
      for (const index of times(30, Number)) await ask(NOON + index)
      for (const round of times(4, Number)) {
        const now = NOON + round * MINUTE
        await ask(now)
        for (const index of times(20, Number))
          await codeOf(enter('wrong', now, 2 + Math.floor(index / 5)))
        expect(await codeOf(enter('right', now, 9))).toBe('invalid_code')
      }
      await ask(NOON + HOUR)
      for (const _ of times(5, Number)) await codeOf(enter('wrong', NOON + HOUR, 2))
      expect(await codeOf(enter('right', NOON + HOUR, 2))).toBe('invalid_code')
      await enter('right', NOON + HOUR, 3)
    })
  })
})
