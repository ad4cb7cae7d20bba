import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startAccounts, type Accounts } from '#tests/support/accounts.ts'
import { until } from '#tests/support/until.ts'

const EMAIL = 'club@campus.example'

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

const ask = (email: string) => portal.call('POST', '/users/request-code-pass-reset', { email })
const reset = (changes: { verificationCode: string | null; newPassword?: string }) =>
  portal.call('PUT', '/users/reset-password', {
    email: EMAIL,
    newPassword: 'quiet-harbour-77',
    ...changes,
  })

test('a mail that was not sent before a restart is sent after it', async () => {
  await portal.addAccount()
  portal.smtp.mode = 'fail'
  expect((await ask(EMAIL)).status).toBe(200)
  await until('the mail was tried', () => portal.smtp.connections() > 0)
  await portal.restart()
  portal.smtp.mode = 'accept'
  const { code } = await portal.smtp.waitForMail(EMAIL)
  expect((await reset({ verificationCode: code })).status).toBe(200)
})

test('a hundred resets at once with one code change the password once', async () => {
  await portal.addAccount()
  const verificationCode = await portal.resetCodeFor(EMAIL)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      reset({ verificationCode, newPassword: `quiet-harbour-${i}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = replies.findIndex(({ status }) => status === 200)
  expect((await portal.signIn(EMAIL, `quiet-harbour-${winner}`)).status).toBe(200)
})
