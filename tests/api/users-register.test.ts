import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

// hashing takes all the cores it gets
setDefaultTimeout(60_000)

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

const ask = (email: unknown = EMAIL, client?: string) =>
  portal.call('POST', '/users/request-code', { email }, client === undefined ? {} : { client })

const form = (changes: Record<string, unknown> = {}) => ({
  cordName: 'Coordinator',
  clubName: 'Film Club',
  mobile: '+91 98765-43210',
  email: EMAIL,
  password: PASSWORD,
  verificationCode: '000000',
  ...changes,
})
const register = (changes: Record<string, unknown> = {}) =>
  portal.call('POST', '/users/register', form(changes))
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const INVALID_CODE = {
  message: 'Invalid or expired verification code.',
  error: 'Invalid or expired verification code.',
  code: 'invalid_code' as const,
  requestId: expect.any(String),
}

describe('asking for a code to register with', () => {
  test('sends one mail with one code before it answers', async () => {
    const { status, body } = await ask('  Club@Campus.example ')
    expect([status, body]).toEqual([200, { message: expect.any(String) }])
    expect(portal.smtp.mails).toHaveLength(1)
    expect(portal.smtp.mails[0]).toMatchObject({
      to: EMAIL,
      subject: 'Your code for the Inventory portal',
      code: expect.stringMatching(/^\d{6}$/),
    })
  })

  test('answers alike for a registered address, whose mail says so and holds no code', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'disabled@campus.example' })
    await portal.store.changeAccount('disabled@campus.example', { disabled: true })
    const replies = [
      await ask('new@campus.example'),
      await ask(),
      await ask('disabled@campus.example'),
    ]
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, replies[0]?.body ?? null])
    expect(portal.smtp.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@campus.example', 'Your code for the Inventory portal'],
      [EMAIL, 'You already have an account'],
      ['disabled@campus.example', 'You already have an account'],
    ])
    const { code, text } = await portal.smtp.waitForMail(EMAIL)
    expect(code).toBeNull()
    expect(text).toMatch(/http:\/\/localhost:\d+\/inventory/)
  })

  test('links lead to PUBLIC_URL and never to what a request calls its host', async () => {
    const site = await startAccounts({ publicUrl: 'https://portal.example' })
    await site.addAccount()
    await fetch(`${site.portal.url}/users/request-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example' },
      body: JSON.stringify({ email: EMAIL }),
    })
    const { text, html } = await site.smtp.waitForMail(EMAIL)
    expect(text).toContain('https://portal.example/inventory')
    expect(text + html).not.toContain('evil')
    await site.close()
  })

  test.each([
    '',
    'club',
    '@campus.example',
    'club@',
    'club@campus..example',
    'a b@campus.example',
    'club@campus.example, other@campus.example',
    'club@campus.example\r\nBcc: other@campus.example',
    '"club"@campus.example',
    'clüb@campus.example',
    `${'x'.repeat(250)}@campus.example`,
    42,
    null,
    { $gt: '' },
  ])('refuses %j as an address', async (email) => {
    const { status, body } = await ask(email)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', errors: [{ path: 'email' }] })
    expect(portal.smtp.mails).toHaveLength(0)
  })

  test('says 503 for every address when the mail server fails, and it does not count', async () => {
    await portal.addAccount()
    portal.smtp.mode = 'fail'
    for (const email of ['new@campus.example', EMAIL]) {
      const { status, body, headers } = await ask(email)
      expect(status).toBe(503)
      expect(body).toEqual({
        message: 'Failed to send OTP.',
        error: 'Failed to send OTP.',
        code: 'mail_unavailable',
        requestId: expect.any(String),
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    portal.smtp.mode = 'accept'
    expect((await ask('new@campus.example')).status).toBe(200)
    expect((await ask(EMAIL)).status).toBe(200)
  })

  test('says so within 10 s when the mail server crawls', async () => {
    portal.smtp.mode = 'crawl'
    const start = performance.now()
    const { status } = await ask()
    expect(status).toBe(503)
    expect(performance.now() - start).toBeLessThan(10 * SECOND)
    expect(portal.smtp.mails).toHaveLength(0)
  })

  test('leaves the code before it valid when its own mail could not be sent', async () => {
    const code = await portal.codeFor(EMAIL)
    portal.later(30 * SECOND)
    portal.smtp.mode = 'fail'
    expect((await ask()).status).toBe(503)
    expect((await register({ verificationCode: code })).status).toBe(201)
  })

  test('an address that the mail server refuses for good is a wrong field, and does not count', async () => {
    portal.smtp.mode = 'refuse'
    for (let i = 0; i < 2; i++)
      expect((await ask()).body).toMatchObject({ code: 'invalid', errors: [{ path: 'email' }] })
    portal.smtp.mode = 'accept'
    expect((await ask()).status).toBe(200)
  })

  test('waits 30 s between two codes for one address, of either kind', async () => {
    portal.stopClock()
    expect((await ask()).status).toBe(200)
    portal.later(29 * SECOND)
    const { status, headers, body } = await ask(' CLUB@campus.example')
    expect([status, body?.code, headers.get('retry-after')]).toEqual([
      429,
      'too_many_requests',
      '1',
    ])
    expect(
      (await portal.call('POST', '/users/request-code-pass-reset', { email: EMAIL })).status,
    ).toBe(429)
    portal.later(SECOND)
    expect((await ask()).status).toBe(200)
  })

  test('ten a day for one address, both kinds together, whatever restarts', async () => {
    portal.stopClock()
    for (let i = 0; i < 10; i++) {
      const path = i % 2 ? '/users/request-code' : '/users/request-code-pass-reset'
      expect((await portal.call('POST', path, { email: EMAIL })).status).toBe(200)
      portal.later(30 * SECOND)
    }
    expect((await ask()).status).toBe(429)
    await portal.restart()
    expect((await ask()).status).toBe(429)
    portal.later(24 * HOUR - 10 * 30 * SECOND)
    expect((await ask()).status).toBe(200)
  })

  test('twenty an hour for one client address', async () => {
    portal.stopClock()
    const client = '198.51.100.7'
    for (let i = 0; i < 20; i++) {
      const body = { email: `club-${i}@campus.example` }
      const path = '/users/request-code-pass-reset'
      expect((await portal.call('POST', path, body, { client })).status).toBe(200)
    }
    expect((await ask(EMAIL, client)).status).toBe(429)
    expect((await ask(EMAIL, '198.51.100.8')).status).toBe(200)
    portal.later(HOUR)
    expect((await ask('club-21@campus.example', client)).status).toBe(200)
  })

  test('limits per time are off with RATE_LIMITS=off', async () => {
    const free = await startAccounts({ rateLimits: false })
    for (let i = 0; i < 3; i++) await free.codeFor(EMAIL)
    await free.close()
  })

  test('other domains than the allowed ones cannot register', async () => {
    const site = await startAccounts({ allowedEmailDomains: ['campus.example', 'fest.example'] })
    const request = (email: string) => site.call('POST', '/users/request-code', { email })
    for (const email of [
      'club@elsewhere.example',
      'club@sub.campus.example',
      'a@evilcampus.example',
    ]) {
      const { status, body } = await request(email)
      expect([status, body?.errors?.[0]?.path]).toEqual([422, 'email'])
      const registering = await site.call('POST', '/users/register', form({ email }))
      expect([registering.status, registering.body?.errors?.[0]?.path]).toEqual([422, 'email'])
    }
    expect((await request('club@CAMPUS.example')).status).toBe(200)
    expect((await request('club@fest.example')).status).toBe(200)
    await site.close()
  })
})

describe('registering', () => {
  test('with the code of the mail makes a club that can sign in', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const { status, body } = await register({
      verificationCode: ` ${verificationCode.slice(0, 3)} ${verificationCode.slice(3)} `,
      email: ' Club@Campus.example',
      clubName: '  Film Club ',
    })
    expect([status, body]).toEqual([201, { message: 'Registration successful!' }])
    const account = await portal.store.findAccount({ email: EMAIL })
    expect(account).toMatchObject({
      email: EMAIL,
      clubName: 'Film Club',
      cordName: 'Coordinator',
      mobile: '+91 98765-43210',
      access: 'user',
      disabled: false,
    })
    expect(account?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect((await portal.signIn(EMAIL)).body?.user).toEqual({
      id: account?.id,
      clubName: 'Film Club',
      cordName: 'Coordinator',
      access: 'user',
    })
  })

  test('nobody can make themselves more than a club', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const forged = { verificationCode, access: 'bosslevel', role: 'bosslevel', ver: 9, _id: 'x' }
    expect((await register(forged)).status).toBe(201)
    expect(await portal.store.findAccount({ email: EMAIL })).toMatchObject({
      access: 'user',
      ver: 1,
    })
  })

  test('a code works once', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    expect((await register({ verificationCode })).status).toBe(201)
    const again = await register({ verificationCode, clubName: 'Other Club' })
    expect([again.status, again.body]).toEqual([400, INVALID_CODE])
    expect((await portal.store.findAccount({ email: EMAIL }))?.clubName).toBe('Film Club')
  })

  test('without a code there is nothing to guess', async () => {
    for (const verificationCode of ['000000', '12', 'abcdef', 'x'.repeat(100)]) {
      const { status, body } = await register({ verificationCode })
      expect([status, body]).toEqual([400, INVALID_CODE])
    }
  })

  test('the sixth try finds a right code dead', async () => {
    const code = await portal.codeFor(EMAIL)
    for (let i = 0; i < 5; i++)
      expect((await register({ verificationCode: otherThan(code) })).body).toEqual(INVALID_CODE)
    expect((await register({ verificationCode: code })).body).toEqual(INVALID_CODE)
    expect(await portal.store.findAccount({ email: EMAIL })).toBeNull()
  })

  test('the fifth try may be the right one', async () => {
    const code = await portal.codeFor(EMAIL)
    for (let i = 0; i < 4; i++) await register({ verificationCode: otherThan(code) })
    expect((await register({ verificationCode: code })).status).toBe(201)
  })

  test('a wrong field spends neither code nor try', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, mobile: '12' })).status).toBe(422)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, password: 'password1234' })).status).toBe(422)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test.each([
    [9 * MINUTE + 59 * SECOND, 201],
    [10 * MINUTE, 400],
  ])('a code of %d ms ago answers %d', async (age, expected) => {
    portal.stopClock()
    const verificationCode = await portal.codeFor(EMAIL)
    portal.later(age)
    expect((await register({ verificationCode })).status).toBe(expected)
  })

  test('a code belongs to its address and its purpose', async () => {
    await portal.addAccount({ email: 'known@campus.example' })
    const registerCode = await portal.codeFor(EMAIL)
    const resetCode = await portal.resetCodeFor('known@campus.example')
    const email = 'other@campus.example'
    expect((await register({ email, verificationCode: registerCode })).body).toEqual(INVALID_CODE)
    expect((await register({ verificationCode: resetCode })).body).toEqual(INVALID_CODE)
    const reset = { email: 'known@campus.example', newPassword: 'quiet-harbour-77' }
    const wrong = await portal.call('PUT', '/users/reset-password', {
      ...reset,
      verificationCode: registerCode,
    })
    expect(wrong.body).toEqual(INVALID_CODE)
  })

  test('a new code replaces the one before it', async () => {
    const first = await portal.codeFor(EMAIL)
    portal.later(30 * SECOND)
    const second = await portal.codeFor(EMAIL)
    if (first !== second)
      expect((await register({ verificationCode: first })).body).toEqual(INVALID_CODE)
    expect((await register({ verificationCode: second })).status).toBe(201)
  })

  test('a hundred at once with one code are one account', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => register({ verificationCode, clubName: `Club ${i}` })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(99)
  })

  test('several accounts may bear one club name', async () => {
    await portal.addAccount({ email: 'first@campus.example', clubName: 'Film Club' })
    const verificationCode = await portal.codeFor(EMAIL)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test('a code outlives a restart; the store holds none that can be read', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    await portal.restart()
    const db = new Database(join(portal.dataDir, 'portal.sqlite'), { readonly: true })
    const rows = JSON.stringify(db.query('SELECT * FROM codes').all())
    db.close()
    expect(rows).toContain(EMAIL)
    expect(rows).not.toContain(verificationCode)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test('neither code nor password stands in the log', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    await register({ verificationCode: otherThan(verificationCode) })
    await register({ verificationCode })
    const lines = JSON.stringify(portal.portal.lines)
    expect(lines).not.toContain(PASSWORD)
    expect(lines).not.toMatch(new RegExp(`"(${verificationCode}|${otherThan(verificationCode)})"`))
  })

  test.each([
    ['cordName', [undefined, '', '   ', 'x'.repeat(121), 7, null]],
    ['clubName', [undefined, '', '   ', 'x'.repeat(121), 'two\nlines', ['a']]],
    [
      'mobile',
      [
        undefined,
        '',
        '123456',
        '1'.repeat(16),
        '++919876543',
        '98765x43210',
        '+',
        '12 34',
        9876543210,
      ],
    ],
    ['email', [undefined, '', 'club', 7]],
    ['password', [undefined, '', 12345678901234, 'x'.repeat(1025)]],
    ['verificationCode', [undefined, '', 123456]],
  ] as const)('refuses a wrong %s', async (field, values) => {
    for (const value of values) {
      const { status, body } = await register({ [field]: value })
      expect([value, status, body?.errors?.map(({ path }) => path)]).toEqual([value, 422, [field]])
    }
  })

  test('names everything that is wrong', async () => {
    const { status, body } = await portal.call('POST', '/users/register', {})
    expect(status).toBe(422)
    expect(body?.errors?.map(({ path }) => path).toSorted()).toEqual([
      'clubName',
      'cordName',
      'email',
      'mobile',
      'password',
      'verificationCode',
    ])
    expect(body?.message).toBe(body?.error ?? '')
  })

  test.each(['5550100', '+91 98765 43210', '+123456789012345', '098-765-4321', ' 98765 43210 '])(
    'takes %j as a phone number',
    async (mobile) => {
      expect((await register({ mobile })).status).toBe(400)
    },
  )
})

describe('what is not a body', () => {
  test.each([
    ['', 'application/json', 400, 'bad_json'],
    ['{"email":', 'application/json', 400, 'bad_json'],
    ['null', 'application/json', 422, 'invalid'],
    ['[]', 'application/json', 422, 'invalid'],
    [
      'email=club%40campus.example',
      'application/x-www-form-urlencoded',
      415,
      'unsupported_media_type',
    ],
    [JSON.stringify({ email: 'x'.repeat(1_100_000) }), 'application/json', 413, 'too_large'],
  ])('%.20j as %s', async (body, type, status, code) => {
    for (const path of ['login', 'request-code', 'register', 'request-code-pass-reset']) {
      const response = await fetch(`${portal.portal.url}/users/${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect([path, response.status, (await response.json()).code]).toEqual([path, status, code])
    }
  })
})
