import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { EMAIL, PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'

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

describe('registering', () => {
  test('with the mailed code creates a club, whatever role the body names, that can sign in', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    const { status, body } = await register({
      verificationCode: ` ${verificationCode.slice(0, 3)} ${verificationCode.slice(3)} `,
      email: ' Club@Campus.example',
      clubName: '  Film Club ',
      access: 'bosslevel',
      role: 'bosslevel',
      ver: 9,
      _id: 'x',
    })
    expect([status, body]).toEqual([201, { message: 'Registration successful!' }])
    const account = await portal.store.accounts.find({ email: EMAIL })
    expect(account).toMatchObject({
      email: EMAIL,
      clubName: 'Film Club',
      cordName: 'Coordinator',
      mobile: '+91 98765-43210',
      access: 'user',
      ver: 1,
      disabled: false,
    })
    expect((await portal.signIn(EMAIL)).body?.user).toEqual({
      id: account?.id,
      clubId: account?.id,
      clubName: 'Film Club',
      cordName: 'Coordinator',
      access: 'user',
    })
  })

  test('takes what people paste: other digits, invisible marks, a sentence round the code', async () => {
    const code = await portal.codeFor(EMAIL)
    const verificationCode = `2026: ${code.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))}.`
    const email = `mailto:${EMAIL}.\u200b`
    const mobile = '\u202a+९१ (98765) 432\u201110\u202c'
    const names = { clubName: '\u2068दर्\u200dया\u2069', cordName: '\u200eAsha\ufeff' }
    expect((await register({ verificationCode, email, mobile, ...names })).status).toBe(201)
    expect(await portal.store.accounts.find({ email: EMAIL })).toMatchObject({
      email: EMAIL,
      mobile: '+91 98765 432-10',
      clubName: 'दर्\u200dया',
      cordName: 'Asha',
    })
    expect((await portal.signIn(`${EMAIL}.`)).status).toBe(200)
  })

  test('an invalid field uses up neither the code nor a try', async () => {
    const verificationCode = await portal.codeFor(EMAIL)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, mobile: '12' })).status).toBe(422)
    for (let i = 0; i < 6; i++)
      expect((await register({ verificationCode, password: 'password1234' })).status).toBe(422)
    expect((await register({ verificationCode })).status).toBe(201)
  })

  test('nothing is a code before one was sent; it survives a restart, and the store holds only its hash', async () => {
    for (const guess of ['000000', '12', 'abcdef', 'x'.repeat(100)]) {
      const refused = await register({ verificationCode: guess })
      expect(expectProblem(refused, 'invalid_code').message).toBe(
        'Invalid or expired verification code.',
      )
    }
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
})
