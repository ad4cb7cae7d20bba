import { expect, test } from 'bun:test'
import { codeOf, DAY, HOME, HOUR, MINUTE, NOON, times, typed, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow } from '#tests/support/rows.ts'

onEachStore('upkeep', (open) => {
  const portal = useStore(open)

  test('a closed store refuses calls, and a second close does nothing', async () => {
    await portal.store.close()
    await portal.store.close()
    expect(await codeOf(portal.store.upkeep.ping())).toBe('store_unavailable')
    expect(await codeOf(portal.store.stock.list())).toBe('store_unavailable')
    await portal.reopen()
  })

  test('calls made before closing are completed', async () => {
    const made = Promise.all(times(20, () => portal.club({})))
    await portal.store.close()
    const accounts = await made
    await portal.reopen()
    for (const { id } of accounts) expect(await portal.store.accounts.find({ id })).not.toBeNull()
  })

  test('purging deletes expired rows and nothing else', async () => {
    const club = await portal.club()
    const key = { key: 'key', bodyHash: 'hash' }
    const rows = [customRow('Neon', 1)]
    await portal.order(club, rows, { idempotency: key })
    await portal.store.accounts.endToken('token', club.id, NOON + HOUR)
    const email = 'new@campus.example'
    const register = { email, purpose: 'register', client: HOME, codeHash: 'right' } as const
    await portal.store.codes.request({ ...register, now: NOON })

    await portal.store.upkeep.purge(NOON + 5 * MINUTE)
    expect(await portal.store.orders.findAnswer(club.id, key, NOON)).not.toBeNull()
    expect((await portal.store.accounts.readSession(club.id, 'token'))?.ended).toBe(true)
    await portal.store.codes.register(
      portal.newAccount({ email }),
      typed('right', NOON + 5 * MINUTE),
    )

    await portal.store.upkeep.purge(NOON + HOUR)
    expect((await portal.store.accounts.readSession(club.id, 'token'))?.ended).toBe(false)
    await portal.store.upkeep.purge(NOON + DAY)
    expect(await portal.store.orders.findAnswer(club.id, key, NOON)).toBeNull()
    expect(await portal.lines(club)).toHaveLength(1)
  })

  test('purging and a restart keep every entry', async () => {
    const club = await portal.club()
    await portal.order(
      club,
      times(5, (index) => customRow(`Lamp ${index}`)),
    )
    const before = await portal.entries()
    await portal.store.upkeep.purge(NOON + 1_000_000 * MINUTE)
    await portal.reopen()
    expect(await portal.entries()).toEqual(before)
  })

  test('purging keeps rows that still count against a limit', async () => {
    const ask = (now: number) =>
      portal.store.codes.request({
        email: 'a@campus.example',
        purpose: 'register',
        client: HOME,
        now,
        codeHash: 'x',
      })
    for (const index of times(10, Number)) await ask(NOON + index * HOUR)
    await portal.store.upkeep.purge(NOON + DAY - 1)
    expect(await codeOf(ask(NOON + DAY - 1))).toBe('too_many_requests')
  })

  test('purging never deletes a waiting mail or its code', async () => {
    const { email } = await portal.club()
    const request = { email, purpose: 'reset', client: HOME, now: NOON } as const
    await portal.store.codes.request(request)
    const later = NOON + 3 * DAY
    await portal.store.upkeep.purge(later)
    const mail = await portal.store.mail.claim(later, MINUTE)
    expect(mail?.to).toBe(email)
    await portal.store.codes.arm(mail?.codeId ?? '', 'right', later)
    await portal.store.mail.markSent(mail?.id ?? '')
    await portal.store.codes.resetPassword(email, 'new', typed('right', later + MINUTE))
    await portal.store.upkeep.purge(later + DAY)
    expect(await portal.store.mail.claim(later + DAY, MINUTE)).toMatchObject({
      purpose: 'password_changed',
    })
  })
})
