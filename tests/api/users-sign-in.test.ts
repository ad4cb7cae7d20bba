import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMAIL, PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const ADMIN = 'boss@campus.example'
const MINUTE = 60_000

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

describe('signing in', () => {
  test('answers with a token and the user', async () => {
    await portal.addAccount()
    const { status, body, headers } = await portal.signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      device: expect.stringMatching(/^[\w-]+\.\d{10}\.[\w-]{43}$/),
      user: {
        id: expect.any(String),
        clubId: expect.any(String),
        clubName: 'Film Club',
        cordName: 'Coordinator 1',
        access: 'user',
      },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    const token = String(body?.token)
    expect(
      (await portal.call('GET', '/inventorys/inventory/user', undefined, { token })).status,
    ).toBe(200)
  })

  test('ignores white space and case of an address, but not a + tag', async () => {
    await portal.addAccount({ email: 'club+film@campus.example' })
    expect((await portal.signIn('  Club+FILM@Campus.Example ')).status).toBe(200)
    expect((await portal.signIn('club@campus.example')).status).toBe(401)
  })

  test('a wrong password, an unknown address and an unknown role get the same answer', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'strange@campus.example', access: 'root' })
    for (const { status, body } of [
      await portal.signIn(EMAIL, 'wrong-password-1'),
      await portal.signIn('nobody@campus.example'),
      await portal.signIn('strange@campus.example'),
    ])
      expect([status, body]).toMatchObject([
        401,
        { message: 'Invalid email or password.', code: 'unauthorized' },
      ])
  })
})

describe('failing to sign in', () => {
  beforeEach(() => portal.stopClock())

  test('five times makes the next attempt wait: at most 2 s, doubling to 60 s, never for good', async () => {
    await portal.addAccount()
    await portal.failTimes(5)
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      const { status, headers, body } = await portal.signIn()
      expect(status).toBe(429)
      expect(body?.code).toBe('too_many_requests')
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBe(seconds)
      portal.later(wait * 1000)
      await portal.failTimes(1)
    }
    portal.later(MINUTE)
    expect((await portal.signIn()).status).toBe(200)
  })

  test('counts in the same way for an address without an account', async () => {
    await portal.failTimes(5, 'nobody@campus.example')
    expect((await portal.signIn('nobody@campus.example')).status).toBe(429)
    expect((await portal.signIn(' NOBODY@campus.example')).status).toBe(429)
  })

  test('is forgotten for the account by a success', async () => {
    await portal.addAccount()
    await portal.failTimes(4)
    expect((await portal.signIn()).status).toBe(200)
    await portal.failTimes(5)
    expect((await portal.signIn()).status).toBe(429)
  })

  test('is not counted for the client address while the account has to wait', async () => {
    const client = '198.51.100.7'
    await portal.failTimes(5, EMAIL, { client })
    for (let i = 0; i < 30; i++)
      expect((await portal.signIn(EMAIL, PASSWORD, client)).status).toBe(429)
    await portal.failTimes(1, 'other@campus.example', { client })
  })

  test('many at once from one client network lets no more than five through', async () => {
    await portal.addAccount()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        portal.signIn(EMAIL, 'wrong-password-1', `[2001:db8:1:2::${i}]:${40_000 + i}`),
      ),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(401), count(429)]).toEqual([5, 35])
  })

  test('a known browser has its own five tries and then waits too', async () => {
    await portal.addAccount()
    const { device } = (await portal.signIn()).body ?? {}
    await portal.failTimes(5)
    expect((await portal.signIn()).status).toBe(429)
    await portal.failTimes(5, EMAIL, { device })
    const sixth = await portal.signIn(EMAIL, PASSWORD, undefined, device)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '2'])
    portal.later(2_000)
    expect((await portal.signIn(EMAIL, PASSWORD, undefined, device)).status).toBe(200)
  })

  const DAY = 24 * 60 * MINUTE
  test.each<[string, (own: string) => string, owner?: string, before?: number, after?: number]>([
    ['of another account', (own) => own, 'other@campus.example'],
    ['with another signature', (own) => own.replace(/.{43}$/, 'A'.repeat(43))],
    ['that was never ours', () => 'x'.repeat(200)],
    ['of 181 days ago', (own) => own, EMAIL, 0, 181 * DAY],
    ['of a clock that was ahead', (own) => own, EMAIL, 2 * DAY, -2 * DAY],
  ])('a device token %s helps nobody', async (_, change, owner = EMAIL, before = 0, after = 0) => {
    await portal.addAccount()
    await portal.addAccount({ email: 'other@campus.example' })
    portal.later(before)
    const { device } = (await portal.signIn(owner)).body ?? {}
    portal.later(after)
    await portal.failTimes(5)
    const refused = await portal.signIn(EMAIL, PASSWORD, undefined, change(String(device)))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('leaves no address in the log, only one keyed hash for each address', async () => {
    await portal.addAccount()
    await portal.failTimes(2)
    await portal.failTimes(1, 'other@campus.example')
    const failed = portal.portal.lines.filter(({ event }) => event === 'sign_in_failed')
    const [first, second, other] = failed.map((line) => line['email_hash'])
    expect(first).toMatch(/^[\w-]{16}$/)
    expect(second).toBe(first)
    expect(other).not.toBe(first)
    expect(failed.map(({ stream }) => stream)).toEqual(['security', 'security', 'security'])
    expect(JSON.stringify(failed)).not.toContain('campus.example')
  })

  test('is not counted while RATE_LIMITS=off', async () => {
    const free = await startAccounts({ rateLimits: false })
    await free.failTimes(8)
    await free.close()
  })
})

describe('an administrator who signs in', () => {
  test('is in the kept log, however often a club signed in from the same address before', async () => {
    await portal.addAccount()
    const admin = await portal.addAccount({ email: ADMIN, access: 'bosslevel' })
    for (let n = 0; n < 12; n++) expect((await portal.signIn()).status).toBe(200)
    for (let n = 0; n < 12; n++) expect((await portal.signIn(ADMIN)).status).toBe(200)
    const kept = (await readFile(join(portal.dataDir, 'security.log'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ event }) => event === 'signed_in')
    expect(kept.filter(({ account }) => account === admin.id)).toHaveLength(12)
    const ofClub = kept.filter(({ account }) => account !== admin.id)
    expect(ofClub.length).toBeGreaterThanOrEqual(10)
    expect(kept.at(-1)).toMatchObject({ role: 'bosslevel' })
  })

  test('from a new browser is told by mail; from a known browser gets no mail, nor does a club', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: ADMIN, access: 'bosslevel' })
    const { device } = (await portal.signIn(ADMIN)).body ?? {}
    const mail = await portal.smtp.waitForMail(ADMIN)
    expect(mail.subject).toBe('A new browser signed in to your account')
    expect((await portal.signIn(ADMIN, PASSWORD, undefined, device)).status).toBe(200)
    expect((await portal.signIn()).status).toBe(200)
    expect(await portal.store.mail.nextAt()).toBeNull()
  })
})

describe('a password that was hashed with weaker parameters', () => {
  test('is hashed anew at the next sign-in, and sessions continue', async () => {
    const weak = await Bun.password.hash(PASSWORD, {
      algorithm: 'argon2id',
      memoryCost: 4_096,
      timeCost: 1,
    })
    const { token } = await portal.addAccount({ passwordHash: weak })
    expect((await portal.signIn()).status).toBe(200)
    const stored = (await portal.store.accounts.find({ email: EMAIL }))?.passwordHash
    expect(stored).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(
      (await portal.call('GET', '/inventorys/inventory/user', undefined, { token })).status,
    ).toBe(200)
    expect((await portal.signIn()).status).toBe(200)
  })
})
