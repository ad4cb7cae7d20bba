import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

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

describe('registering', () => {
  test('with the mailed code creates a club that can sign in', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const { status, body } = await register({
      verificationCode: ` ${verificationCode.slice(0, 3)} ${verificationCode.slice(3)} `,
      email: ' Club@Campus.example',
      clubName: '  Film Club ',
    })
    expect([status, body]).toEqual([201, { message: 'Registration successful!' }])
    const account = await portal.store.accounts.find({ email: EMAIL })
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

  test('stores names in NFC with single spaces', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const names = { clubName: ' Cafe\u0301 \u00a0Club', cordName: 'Zoe\u0308\u3000A' }
    expect((await register({ verificationCode, ...names })).status).toBe(201)
    expect(await portal.store.accounts.find({ email: EMAIL })).toMatchObject({
      clubName: 'Café Club',
      cordName: 'Zoë A',
    })
  })

  test('always creates the role of a club', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const forged = { verificationCode, access: 'bosslevel', role: 'bosslevel', ver: 9, _id: 'x' }
    expect((await register(forged)).status).toBe(201)
    expect(await portal.store.accounts.find({ email: EMAIL })).toMatchObject({
      access: 'user',
      ver: 1,
    })
  })

  test('a code works once', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    expect((await register({ verificationCode })).status).toBe(201)
    const again = await register({ verificationCode, clubName: 'Other Club' })
    expect([again.status, again.body]).toEqual([400, INVALID_CODE])
    expect((await portal.store.accounts.find({ email: EMAIL }))?.clubName).toBe('Film Club')
  })

  test('every guess fails while no code was sent', async () => {
    for (const verificationCode of ['000000', '12', 'abcdef', 'x'.repeat(100)]) {
      const { status, body } = await register({ verificationCode })
      expect([status, body]).toEqual([400, INVALID_CODE])
    }
  })

  test('an invalid field uses up neither the code nor a try', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, mobile: '12' })).status).toBe(422)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, password: 'password1234' })).status).toBe(422)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test('a code survives a restart, and the store holds only its hash', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    await portal.restart()
    const db = new Database(join(portal.dataDir, 'portal.sqlite'), { readonly: true })
    const rows = JSON.stringify(db.query('SELECT * FROM codes').all())
    db.close()
    expect(rows).toContain(EMAIL)
    expect(rows).not.toContain(verificationCode)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test('the log contains neither code nor password', async () => {
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

  test('names every invalid field', async () => {
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
