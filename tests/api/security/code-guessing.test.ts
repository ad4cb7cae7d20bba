import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'
import { until } from '#tests/support/until.ts'

const EMAIL = 'club@campus.example'
const ATTACKER = '198.51.100.7'
const PERSON = '192.0.2.9'
const MINUTE = 60_000

let site: Accounts
beforeEach(async () => {
  site = await startAccounts()
  await site.addAccount({ email: EMAIL })
})
afterEach(() => site.close())

const ask = (client: string) =>
  site.call('POST', '/users/request-code-pass-reset', { email: EMAIL }, { client })
const guess = (verificationCode: string, client: string) =>
  site.call(
    'PUT',
    '/users/reset-password',
    { email: EMAIL, newPassword: 'quiet-harbour-77', verificationCode },
    { client },
  )

describe('guessing a reset code whose mail is sent again and again', () => {
  it('ends after five tries from one network, however often the code is renewed', async () => {
    site.smtp.mode = 'fail'
    await ask(ATTACKER)
    await until('the mail was tried', () => site.smtp.connections() > 0)
    for (let n = 0; n < 5; n++) expect((await guess('000000', ATTACKER)).status).toBe(400)
    site.smtp.mode = 'accept'
    const { code } = await site.smtp.waitForMail(EMAIL)
    expect((await guess(String(code), ATTACKER)).status).toBe(400)
    expect((await guess(String(code), PERSON)).status).toBe(200)
  })

  it('ends when the mail cannot be sent for an hour, because the mail is given up', async () => {
    site.smtp.mode = 'fail'
    await ask(ATTACKER)
    await until('the mail was tried', () => site.smtp.connections() > 0)
    site.later(61 * MINUTE)
    site.portal.deps.outbox.wake()
    await until('the mail is given up', async () => (await site.store.mail.nextAt()) === null)
    const told = site.portal.lines.filter(({ event }) => event === 'mail_given_up')
    expect(told).toHaveLength(1)
  })
})
