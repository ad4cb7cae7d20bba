import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { type Accounts, EMAIL, PASSWORD, startAccounts } from '#tests/support/accounts.ts'
import { until } from '#tests/support/until.ts'

const ATTACKER = '198.51.100.7'
const PERSON = '192.0.2.9'
const MINUTE = 60_000

let site: Accounts
beforeEach(async () => {
  site = await startAccounts()
  await site.addAccount({ clubName: PASSWORD })
})
afterEach(() => site.close())

const guess = (
  verificationCode: string,
  client: string,
  { email = EMAIL, newPassword = 'quiet-harbour-77' } = {},
) => site.call('PUT', '/users/reset-password', { email, newPassword, verificationCode }, { client })

describe('guessing a reset code whose mail is sent again and again', () => {
  beforeEach(async () => {
    site.smtp.mode = 'fail'
    const asked = { client: ATTACKER }
    await site.call('POST', '/users/request-code-pass-reset', { email: EMAIL }, asked)
    await until('the mail was tried', () => site.smtp.connections() > 0)
  })

  it('ends after five tries from one network, however often the code is renewed', async () => {
    for (let n = 0; n < 5; n++) expect((await guess('000000', ATTACKER)).status).toBe(400)
    site.smtp.mode = 'accept'
    site.later(10_000)
    site.portal.deps.outbox.wake()
    const { code } = await site.smtp.waitForMail(EMAIL)
    expect((await guess(String(code), ATTACKER)).status).toBe(400)
    expect((await guess(String(code), PERSON)).status).toBe(200)
  })

  it('ends when the mail cannot be sent for an hour, because the mail is given up', async () => {
    site.later(61 * MINUTE)
    site.portal.deps.outbox.wake()
    await until('the mail is given up', async () => (await site.store.mail.nextAt()) === null)
    const told = site.portal.lines.filter(({ event }) => event === 'mail_given_up')
    expect(told).toHaveLength(1)
  })
})

describe('a hundred and twenty tries from one client address, each of which costs a hash', () => {
  beforeEach(() => site.stopClock())

  async function tryTimes(once: (n: number) => ReturnType<typeof guess>, status: number) {
    for (let n = 0; n < 120; n++) expect((await once(n)).status).toBe(status)
  }

  it('are all that it has, although the code is right', async () => {
    const code = await site.resetCodeFor(EMAIL)
    // The name of the club is no password, so the code stays valid.
    const tryIt = () => guess(code, ATTACKER, { newPassword: PASSWORD })
    await tryTimes(tryIt, 422)
    expect((await tryIt()).status).toBe(429)
  })

  it('make it wait, whatever addresses it names, until a pause; other clients are not affected', async () => {
    const register = (email: string, client: string) => {
      const names = { cordName: 'Asha', clubName: 'Film Club', mobile: '5550100' }
      const body = { ...names, email, password: PASSWORD, verificationCode: '000000' }
      return site.call('POST', '/users/register', body, { client })
    }
    const guessAny = (n: number, client = ATTACKER) => {
      const email = `club-${n}@campus.example`
      return n % 2 ? guess('000000', client, { email }) : register(email, client)
    }
    await tryTimes(guessAny, 400)
    const { status, headers } = await guessAny(1)
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect((await guessAny(1, PERSON)).status).toBe(400)
    site.later(2_000)
    expect((await guessAny(1)).status).toBe(400)
    expect((await guessAny(1)).headers.get('retry-after')).toBe('4')
  })
})
