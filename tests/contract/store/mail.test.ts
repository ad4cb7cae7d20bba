import { expect, test } from 'bun:test'
import { codeOf, DAY, HOME, MINUTE, NOON, SECOND, stranger, typed, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

const LEASE = MINUTE

onEachStore('waiting mail', (open) => {
  const portal = useStore(open)
  const ask = (email: string, now = NOON, deliver = true) =>
    portal.store.codes.request({ email, purpose: 'reset', client: HOME, now, deliver })
  const claim = (now = NOON) => portal.store.mail.claim(now, LEASE)
  const reset = (email: string, hash: string, now = NOON, client = HOME) =>
    portal.store.codes.resetPassword(email, 'new', typed(hash, now, client))
  /** Claims every waiting mail. */
  async function takeAll() {
    const mails = []
    for (let mail = await claim(); mail; mail = await claim()) {
      mails.push({ to: mail.to, purpose: mail.purpose, codeId: mail.codeId })
      await portal.store.mail.markSent(mail.id)
    }
    return mails
  }

  test.each([
    ['an address with an account', 'club@campus.example', true],
    ['one without, which gets none,', 'nobody@campus.example', false],
  ])('a mail for %s waits, fails, waits for its next time and ends', async (_, to, deliver) => {
    await portal.club({ email: 'club@campus.example' })
    const { codeId } = await ask(to, NOON, deliver)
    expect(await portal.store.mail.nextAt()).toBe(NOON)
    const mail = await claim()
    const same = { codeId, to, purpose: 'reset', queuedAt: NOON, deliver } as const
    expect(mail).toMatchObject({ ...same, attempts: 0 })
    expect(await codeOf(reset(to, ''))).toBe('invalid_code')
    await portal.store.codes.arm(codeId, 'right', NOON)
    await portal.store.mail.markFailed(mail?.id ?? '', NOON + 5 * SECOND)
    expect(await portal.store.mail.nextAt()).toBe(NOON + 5 * SECOND)
    expect(await claim(NOON + 4 * SECOND)).toBeNull()
    expect(await claim(NOON + 5 * SECOND)).toMatchObject({ ...same, attempts: 1 })
    await portal.store.mail.markSent(mail?.id ?? '')
    expect(await claim(NOON + DAY)).toBeNull()
    expect(await codeOf(ask(to))).toBe('too_many_requests')
  })

  test('a claimed mail is leased: nobody else gets it until the lease ends', async () => {
    await ask('a@campus.example')
    const mail = await claim()
    expect(await claim(NOON + LEASE - 1)).toBeNull()
    expect(await portal.store.mail.nextAt()).toBe(NOON + LEASE)
    expect(await claim(NOON + LEASE)).toEqual(mail)
  })

  test('mails come in the order in which they are due', async () => {
    await ask('late@campus.example', NOON + SECOND)
    await ask('early@campus.example')
    expect((await claim(NOON + MINUTE))?.to).toBe('early@campus.example')
    expect((await claim(NOON + MINUTE))?.to).toBe('late@campus.example')
  })

  test('a mail that was given up is never claimed again', async () => {
    await ask('a@campus.example')
    await portal.store.mail.markFailed((await claim())?.id ?? '', null)
    expect(await portal.store.mail.nextAt()).toBeNull()
    expect(await claim(NOON + DAY)).toBeNull()
  })

  test('a code is valid for ten minutes from its sending, and each sending replaces the code before', async () => {
    const { email } = await portal.club()
    const { codeId } = await ask(email)
    const sentAt = NOON + 2 * DAY
    await portal.store.codes.arm(codeId, 'first', sentAt)
    await portal.store.codes.arm(codeId, 'second', sentAt + MINUTE)
    expect(await codeOf(reset(email, 'first', sentAt + MINUTE))).toBe('invalid_code')
    expect(await codeOf(reset(email, 'second', sentAt + 11 * MINUTE))).toBe('invalid_code')
    await reset(email, 'second', sentAt + 11 * MINUTE - 1)
  })

  test('of two requests the one that was sent last counts', async () => {
    const { email } = await portal.club()
    const first = await ask(email)
    const second = await ask(email, NOON + MINUTE)
    await portal.store.codes.arm(second.codeId, 'of second', NOON + MINUTE)
    await portal.store.codes.arm(first.codeId, 'of first', NOON + 2 * MINUTE)
    expect(await codeOf(reset(email, 'of second', NOON + 2 * MINUTE))).toBe('invalid_code')
    await reset(email, 'of first', NOON + 2 * MINUTE)
  })

  test('a repeated sending gives no tries back and does not make a used code valid', async () => {
    const { email } = await portal.club()
    const { codeId } = await ask(email)
    for (const sending of [1, 2, 3, 4, 5, 6]) {
      await portal.store.codes.arm(codeId, `sending ${sending}`, NOON)
      expect(await codeOf(reset(email, 'wrong'))).toBe('invalid_code')
    }
    expect(await codeOf(reset(email, 'sending 6'))).toBe('invalid_code')
    await reset(email, 'sending 6', NOON, stranger(2))
    await portal.store.codes.arm(codeId, 'sending 7', NOON)
    expect(await codeOf(reset(email, 'sending 7', NOON, stranger(2)))).toBe('invalid_code')
  })

  test('a new password or role queues one mail to the account in the same write', async () => {
    const { email } = await portal.club({ passwordHash: 'first' })
    const change = (given: Parameters<typeof portal.store.accounts.change>[1]) =>
      portal.store.accounts.change(email, given, NOON)
    await change({ clubName: 'x', disabled: true, passwordHash: 'first', access: 'user' })
    expect(await takeAll()).toEqual([])
    await change({ passwordHash: 'second', access: 'bosslevel' })
    expect(await takeAll()).toEqual([
      { to: email, purpose: 'password_changed', codeId: null },
      { to: email, purpose: 'role_changed', codeId: null },
    ])
  })

  test('a reset queues a mail about the new password', async () => {
    const { email } = await portal.club({ passwordHash: 'first' })
    const { codeId } = await ask(email)
    await portal.store.codes.arm(codeId, 'right', NOON)
    await takeAll()
    expect(await codeOf(reset(email, 'wrong'))).toBe('invalid_code')
    await portal.store.codes.resetPassword(email, null, typed('right'))
    expect(await takeAll()).toEqual([])
    await reset(email, 'right')
    expect(await takeAll()).toEqual([{ to: email, purpose: 'password_changed', codeId: null }])
  })

  test('a notice waits until it is sent, without a time limit', async () => {
    await portal.store.mail.queue('a@campus.example', 'new_browser', NOON)
    await portal.store.upkeep.purge(NOON + 2 * DAY)
    const mail = await claim(NOON + 2 * DAY)
    expect(mail).toMatchObject({ to: 'a@campus.example', purpose: 'new_browser', codeId: null })
    expect(mail).toMatchObject({ deliver: true, attempts: 0, queuedAt: NOON })
    await portal.store.mail.markSent(mail?.id ?? '')
    expect(await claim(NOON + 3 * DAY)).toBeNull()
  })

  test('a withdrawn request removes its mail', async () => {
    const { codeId } = await ask('a@campus.example')
    await portal.store.codes.withdraw(codeId)
    expect(await claim()).toBeNull()
  })
})
