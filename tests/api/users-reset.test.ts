import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { EMAIL, PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { until } from '#tests/support/until.ts'

const NEW_PASSWORD = 'quiet-harbour-77'

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

const ask = (email: string) => portal.call('POST', '/users/request-code-pass-reset', { email })
const reset = (changes: Record<string, unknown> = {}) =>
  portal.call('PUT', '/users/reset-password', {
    email: EMAIL,
    newPassword: NEW_PASSWORD,
    verificationCode: '000000',
    ...changes,
  })

describe('asking for a code to reset a password with', () => {
  test('gives known, unknown and disabled addresses the same answer, and mails only the known one', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'disabled@campus.example' })
    await portal.disable('disabled@campus.example')
    const replies = [
      await ask('nobody@campus.example'),
      await ask('disabled@campus.example'),
      await ask(' Club@Campus.example'),
    ]
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, { message: expect.any(String) }])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const mail = await portal.smtp.waitForMail(EMAIL)
    expect(mail.subject).toBe('Your code for a new password')
    expect(portal.smtp.mails).toHaveLength(1)
  })

  test('answers while the mail server is silent, and sends the mail later', async () => {
    await portal.addAccount()
    portal.smtp.mode = 'hang'
    expect((await ask(EMAIL)).status).toBe(200)
    // it has not waited for the mail to fail
    expect(portal.portal.lines.filter(({ event }) => event === 'mail_failed')).toEqual([])
  })

  test('a mail that was not sent before a restart is sent after it', async () => {
    await portal.addAccount()
    portal.smtp.mode = 'fail'
    expect((await ask(EMAIL)).status).toBe(200)
    await until('the mail was tried', () => portal.smtp.connections() > 0)
    await portal.restart()
    portal.smtp.mode = 'accept'
    portal.later(10_000)
    portal.portal.deps.outbox.wake()
    const { code } = await portal.smtp.waitForMail(EMAIL)
    expect((await reset({ verificationCode: code })).status).toBe(200)
  })

  test('an unknown address counts against the limits like a known one', async () => {
    portal.stopClock()
    await portal.addAccount()
    for (const email of [EMAIL, 'nobody@campus.example']) {
      expect((await ask(email)).status).toBe(200)
      expect((await ask(email)).status).toBe(429)
    }
  })
})

describe('resetting a password', () => {
  test('changes it and ends every token at once', async () => {
    const { id } = await portal.addAccount()
    const before = await portal.signIn(EMAIL)
    const verificationCode = await portal.resetCodeFor(EMAIL)
    const { status, body } = await reset({ verificationCode })
    expect([status, body]).toEqual([200, { message: expect.any(String) }])
    const path = `/cart/cart-items-final/${id}`
    const token = before.body?.token ?? ''
    expect((await portal.call('GET', path, undefined, { token })).status).toBe(401)
    expect((await portal.signIn(EMAIL, PASSWORD)).status).toBe(401)
    expect((await portal.signIn(EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  test('a weak password uses up neither the code nor a try', async () => {
    await portal.addAccount()
    const verificationCode = await portal.resetCodeFor(EMAIL)
    for (const newPassword of ['short', 'password1234', EMAIL, 'x', 'password', 'FILM CLUB']) {
      const { status, body } = await reset({ verificationCode, newPassword })
      expect([status, body?.errors?.[0]?.path]).toEqual([422, 'newPassword'])
    }
    expect((await reset({ verificationCode })).status).toBe(200)
  })

  test("the club's name as a password is reported only to a client with the code", async () => {
    await portal.addAccount({ clubName: 'Film and Theatre Club' })
    const newPassword = 'film and theatre club'
    const replies = [
      await reset({ newPassword }),
      await reset({ newPassword, email: 'nobody@campus.example' }),
    ]
    for (const reply of replies) expectProblem(reply, 'invalid_code')
    const verificationCode = await portal.resetCodeFor(EMAIL)
    for (let i = 0; i < 6; i++)
      expect((await reset({ newPassword, verificationCode })).status).toBe(422)
    expect((await reset({ verificationCode })).status).toBe(200)
  })

  test('does not sign in a disabled account', async () => {
    await portal.addAccount()
    const verificationCode = await portal.resetCodeFor(EMAIL)
    await portal.disable(EMAIL)
    await reset({ verificationCode })
    expect((await portal.signIn(EMAIL, NEW_PASSWORD)).status).toBe(401)
  })
})
