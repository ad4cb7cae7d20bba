import { expect, test } from 'bun:test'
import { codeOf, DAY, MINUTE, NOON, type OpenTestStore, SECOND, useStore } from './harness.ts'

const LEASE = MINUTE

export function mailContract(open: OpenTestStore) {
  const portal = useStore(open)
  const ask = (email: string, now = NOON, deliver = true) =>
    portal.store.requestCode({ email, purpose: 'reset', client: '192.0.2.1', now, deliver })
  const claim = (now = NOON) => portal.store.claimMail(now, LEASE)

  test('a request for a reset queues a mail without a code', async () => {
    const { email } = await portal.club()
    const { codeId } = await ask(email)
    expect(await portal.store.nextMailAt()).toBe(NOON)
    const mail = await claim()
    expect(mail).toMatchObject({ codeId, to: email, purpose: 'reset', attempts: 0 })
    expect(await codeOf(portal.store.resetPassword(email, 'x', '', NOON))).toBe('invalid_code')
  })

  test('an address that nobody has writes the same row, which is never sent', async () => {
    await ask('nobody@campus.example', NOON, false)
    expect(await claim(NOON + DAY)).toBeNull()
    expect(await portal.store.nextMailAt()).toBeNull()
    expect(await codeOf(ask('nobody@campus.example'))).toBe('too_many_requests')
  })

  test('a claimed mail is leased: nobody else gets it until the lease ends', async () => {
    await ask('a@campus.example')
    const mail = await claim()
    expect(await claim(NOON + LEASE - 1)).toBeNull()
    expect(await portal.store.nextMailAt()).toBe(NOON + LEASE)
    expect(await claim(NOON + LEASE)).toEqual(mail)
  })

  test('mails come in the order in which they are due', async () => {
    await ask('late@campus.example', NOON + SECOND)
    await ask('early@campus.example')
    expect((await claim(NOON + MINUTE))?.to).toBe('early@campus.example')
    expect((await claim(NOON + MINUTE))?.to).toBe('late@campus.example')
  })

  test('a failed mail comes again when it is due, and knows how often it failed', async () => {
    await ask('a@campus.example')
    const mail = await claim()
    await portal.store.mailFailed(mail?.id ?? '', NOON + 5 * SECOND)
    expect(await portal.store.nextMailAt()).toBe(NOON + 5 * SECOND)
    expect(await claim(NOON + 4 * SECOND)).toBeNull()
    expect(await claim(NOON + 5 * SECOND)).toMatchObject({ attempts: 1, to: 'a@campus.example' })
  })

  test('a sent mail never comes again', async () => {
    await ask('a@campus.example')
    const mail = await claim()
    await portal.store.mailSent(mail?.id ?? '')
    expect(await portal.store.nextMailAt()).toBeNull()
    expect(await claim(NOON + DAY)).toBeNull()
  })

  test('the ten minutes of a code begin at its sending, and each sending replaces the code before', async () => {
    const { email } = await portal.club()
    const { codeId } = await ask(email)
    const sentAt = NOON + 2 * DAY
    await portal.store.armCode(codeId, 'first', sentAt)
    await portal.store.armCode(codeId, 'second', sentAt + MINUTE)
    const reset = (hash: string, now: number) => portal.store.resetPassword(email, 'new', hash, now)
    expect(await codeOf(reset('first', sentAt + MINUTE))).toBe('invalid_code')
    expect(await codeOf(reset('second', sentAt + 11 * MINUTE))).toBe('invalid_code')
    await reset('second', sentAt + 11 * MINUTE - 1)
  })

  test('of two requests the one that was sent last counts', async () => {
    const { email } = await portal.club()
    const first = await ask(email)
    const second = await ask(email, NOON + MINUTE)
    await portal.store.armCode(second.codeId, 'of second', NOON + MINUTE)
    await portal.store.armCode(first.codeId, 'of first', NOON + 2 * MINUTE)
    const reset = (hash: string) =>
      portal.store.resetPassword(email, 'new', hash, NOON + 2 * MINUTE)
    expect(await codeOf(reset('of second'))).toBe('invalid_code')
    await reset('of first')
  })

  test('a mail that waits outlives a restart', async () => {
    await ask('a@campus.example')
    await portal.reopen()
    expect(await claim()).toMatchObject({ to: 'a@campus.example' })
  })

  test('a withdrawn request takes its mail back', async () => {
    const { codeId } = await ask('a@campus.example')
    await portal.store.withdrawCode(codeId)
    expect(await claim()).toBeNull()
  })
}
