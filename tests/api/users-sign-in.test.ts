import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'
const ADMIN = 'boss@campus.example'
const MINUTE = 60_000

// password hashing uses all available cores

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

const signIn = (
  email: unknown = EMAIL,
  password: unknown = PASSWORD,
  client?: string,
  device?: string,
) => portal.signIn(email, password, client, device)
const failTimes = async (times: number, email = EMAIL, client?: string) => {
  for (let i = 0; i < times; i++)
    expect((await signIn(email, 'wrong-password-1', client)).status).toBe(401)
}

describe('signing in', () => {
  test('answers with a token and the user', async () => {
    await portal.addAccount()
    const { status, body, headers } = await signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      device: expect.stringMatching(/^[\w-]+\.\d{10}\.[\w-]{43}$/),
      user: {
        id: expect.any(String),
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
    expect((await signIn('  Club+FILM@Campus.Example ')).status).toBe(200)
    expect((await signIn('club@campus.example')).status).toBe(401)
  })

  test('a wrong password, an unknown address, a disabled account and an unknown role get the same answer', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'disabled@campus.example' })
    await portal.store.accounts.change('disabled@campus.example', { disabled: true }, Date.now())
    await portal.addAccount({ email: 'strange@campus.example', access: 'root' })
    const replies = [
      await signIn(EMAIL, 'wrong-password-1'),
      await signIn('nobody@campus.example'),
      await signIn('disabled@campus.example'),
      await signIn('strange@campus.example'),
    ]
    for (const { status, body } of replies) {
      expect(status).toBe(401)
      expect(body).toEqual({
        message: 'Invalid email or password.',
        error: 'Invalid email or password.',
        code: 'unauthorized',
        requestId: expect.any(String),
      })
    }
  })

  test('an unreadable password hash gives the answer of a wrong password', async () => {
    await portal.addAccount({ passwordHash: 'garbage' })
    expect((await signIn()).status).toBe(401)
  })

  test('a long password with emoji works, and its last character counts', async () => {
    const password = `${'lantern '.repeat(7)}🎨🖌️🎭`
    await portal.addAccount({ password })
    expect((await signIn(EMAIL, password)).status).toBe(200)
    expect((await signIn(EMAIL, `${password}!`)).status).toBe(401)
  })

  test.each([
    [{}, ['email', 'password']],
    [{ email: EMAIL }, ['password']],
    [{ email: 'no address', password: 'x' }, ['email']],
    [{ email: 'a@b.example\r\nBcc: c@d.example', password: 'x' }, ['email']],
    [{ email: EMAIL, password: '' }, ['password']],
    [{ email: EMAIL, password: 'x'.repeat(1025) }, ['password']],
    [{ email: { $ne: null }, password: 'x' }, ['email']],
    [{ email: EMAIL, password: ['x'] }, ['password']],
  ])('wrong fields are named: %j', async (body, paths) => {
    const reply = await portal.call('POST', '/users/login', body)
    expect(reply.status).toBe(422)
    expect(reply.body?.code).toBe('invalid')
    expect(reply.body?.errors?.map(({ path }) => path)).toEqual(paths)
  })

  test('neither the answer nor the log repeats the submitted values', async () => {
    await portal.addAccount()
    await signIn(EMAIL, 'canary-password-1')
    const invalid = await signIn('canary address', 'canary-password-2')
    await signIn()
    expect(JSON.stringify(invalid.body)).not.toContain('canary')
    expect(JSON.stringify(portal.portal.lines)).not.toMatch(/canary|violet-lantern|eyJ/)
  })
})

describe('failing to sign in', () => {
  beforeEach(() => portal.stopClock())

  test('five times makes the next attempt wait: at most 2 s, doubling to 60 s, never for good', async () => {
    await portal.addAccount()
    await failTimes(5)
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      const { status, headers, body } = await signIn()
      expect(status).toBe(429)
      expect(body?.code).toBe('too_many_requests')
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBe(seconds)
      portal.later(wait * 1000)
      await failTimes(1)
    }
    portal.later(MINUTE)
    expect((await signIn()).status).toBe(200)
  })

  test('counts in the same way for an address without an account', async () => {
    await failTimes(5, 'nobody@campus.example')
    expect((await signIn('nobody@campus.example')).status).toBe(429)
    expect((await signIn(' NOBODY@campus.example')).status).toBe(429)
  })

  test('is forgotten for the account by a success', async () => {
    await portal.addAccount()
    await failTimes(4)
    expect((await signIn()).status).toBe(200)
    await failTimes(5)
    expect((await signIn()).status).toBe(429)
  })

  test('is not counted for the client address while the account has to wait', async () => {
    const client = '198.51.100.7'
    await failTimes(5, EMAIL, client)
    for (let i = 0; i < 30; i++) expect((await signIn(EMAIL, PASSWORD, client)).status).toBe(429)
    await failTimes(1, 'other@campus.example', client)
  })

  test('many at once from one client network lets no more than five through', async () => {
    await portal.addAccount()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        signIn(EMAIL, 'wrong-password-1', `[2001:db8:1:2::${i}]:${40_000 + i}`),
      ),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(401), count(429)]).toEqual([5, 35])
  })

  test('a known browser has its own five tries and then waits too', async () => {
    await portal.addAccount()
    const { device } = (await signIn()).body ?? {}
    await failTimes(5)
    expect((await signIn()).status).toBe(429)
    for (let i = 0; i < 5; i++)
      expect((await signIn(EMAIL, 'wrong-password-1', undefined, device)).status).toBe(401)
    const sixth = await signIn(EMAIL, PASSWORD, undefined, device)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '2'])
    portal.later(2_000)
    expect((await signIn(EMAIL, PASSWORD, undefined, device)).status).toBe(200)
  })

  test.each([
    ['of another account', 'other@campus.example', (own: string) => own],
    ['with another signature', EMAIL, (own: string) => own.replace(/.{43}$/, 'A'.repeat(43))],
    ['that was never ours', EMAIL, () => 'x'.repeat(200)],
  ])('a device token %s helps nobody', async (_, owner, change) => {
    await portal.addAccount()
    await portal.addAccount({ email: 'other@campus.example' })
    const { device } = (await signIn(owner)).body ?? {}
    await failTimes(5)
    expect((await signIn(EMAIL, PASSWORD, undefined, change(String(device)))).status).toBe(429)
  })

  test('a device token expires after 180 days', async () => {
    await portal.addAccount()
    const { device } = (await signIn()).body ?? {}
    portal.later(181 * 24 * 60 * MINUTE)
    await failTimes(5)
    expect((await signIn(EMAIL, PASSWORD, undefined, device)).status).toBe(429)
  })

  test('a device token of a clock that was ahead does not count until that time', async () => {
    await portal.addAccount()
    portal.later(2 * 24 * 60 * MINUTE)
    const { device } = (await signIn()).body ?? {}
    portal.later(-2 * 24 * 60 * MINUTE)
    await failTimes(5)
    const refused = await signIn(EMAIL, PASSWORD, undefined, device)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('leaves no address in the log, only one keyed hash for each address', async () => {
    await portal.addAccount()
    await failTimes(2)
    await failTimes(1, 'other@campus.example')
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
    for (let i = 0; i < 8; i++) {
      const body = { email: EMAIL, password: 'wrong-password-1' }
      expect((await free.call('POST', '/users/login', body)).status).toBe(401)
    }
    await free.close()
  })
})

describe('an administrator who signs in', () => {
  test('is in the kept log, however often a club signed in from the same address before', async () => {
    await portal.addAccount()
    const admin = await portal.addAccount({ email: ADMIN, access: 'bosslevel' })
    for (let n = 0; n < 12; n++) expect((await signIn()).status).toBe(200)
    for (let n = 0; n < 12; n++) expect((await signIn(ADMIN)).status).toBe(200)
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

  test('from a new browser is told by mail; from a known browser gets no mail', async () => {
    await portal.addAccount({ email: ADMIN, access: 'bosslevel' })
    const { device } = (await signIn(ADMIN)).body ?? {}
    const mail = await portal.smtp.waitForMail(ADMIN)
    expect(mail.subject).toBe('A new browser signed in to your account')
    expect((await signIn(ADMIN, PASSWORD, undefined, device)).status).toBe(200)
    expect(await portal.store.mail.nextAt()).toBeNull()
  })

  test('a club gets no mail', async () => {
    await portal.addAccount()
    expect((await signIn()).status).toBe(200)
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
    expect((await signIn()).status).toBe(200)
    const stored = (await portal.store.accounts.find({ email: EMAIL }))?.passwordHash
    expect(stored).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(
      (await portal.call('GET', '/inventorys/inventory/user', undefined, { token })).status,
    ).toBe(200)
    expect((await signIn()).status).toBe(200)
  })
})
