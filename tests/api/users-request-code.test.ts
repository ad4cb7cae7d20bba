import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readConfig } from '#src/config.ts'
import { countCodeRequest } from '#src/modules/users/attempts.ts'
import { EMAIL, PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

const ask = (email: unknown = EMAIL, client?: string) =>
  portal.call('POST', '/users/request-code', { email }, { client })

const registration = (email: string, verificationCode: string) => ({
  cordName: 'Coordinator',
  clubName: 'Film Club',
  mobile: '+91 98765-43210',
  email,
  password: PASSWORD,
  verificationCode,
})

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

  test('gives a registered address the same answer, and a mail without a code', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'disabled@campus.example' })
    await portal.disable('disabled@campus.example')
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

  test.each([
    [{ publicUrl: 'https://portal.example' }, 'https://portal.example/inventory'],
    [{ localUrl: 'http://localhost:8080' }, 'http://localhost:8080/inventory'],
  ])('with %j links lead there and never to the Host of a request', async (config, link) => {
    const site = await startAccounts(config)
    await site.addAccount()
    await fetch(`${site.portal.url}/users/request-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example' },
      body: JSON.stringify({ email: EMAIL }),
    })
    const { text, html } = await site.smtp.waitForMail(EMAIL)
    expect(text).toContain(link)
    expect(text + html).not.toContain('evil')
    await site.close()
  })

  test('answers 503 for every address when the mail server fails, without counting the request', async () => {
    await portal.addAccount()
    portal.smtp.mode = 'fail'
    for (const email of ['new@campus.example', EMAIL]) {
      const failed = await ask(email)
      expect(expectProblem(failed, 'mail_unavailable').message).toBe('Failed to send OTP.')
      expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    portal.smtp.mode = 'accept'
    expect((await ask('new@campus.example')).status).toBe(200)
    expect((await ask(EMAIL)).status).toBe(200)
  })

  test('an address that the mail server refuses permanently is an invalid field and is not counted', async () => {
    portal.smtp.mode = 'refuse'
    for (let i = 0; i < 2; i++)
      expect((await ask()).body).toMatchObject({ code: 'invalid', errors: [{ path: 'email' }] })
    portal.smtp.mode = 'accept'
    expect((await ask()).status).toBe(200)
  })

  /** So many requests of other people of this network, without their mails. */
  async function othersAsk(times: number, network: string) {
    const client = { network, device: null, isShared: false }
    for (let n = 0; n < times; n++)
      await countCodeRequest(portal.portal.deps, 'register', client, async () => null)
  }

  test('sixty people of one network register within an hour, each with a second mail', async () => {
    portal.stopClock()
    const client = '198.51.100.7'
    await othersAsk(118, client)
    expect((await ask(EMAIL, client)).status).toBe(200)
    portal.later(MINUTE)
    expect((await ask(EMAIL, client)).status).toBe(200)
    const body = registration(EMAIL, String(portal.smtp.mails.at(-1)?.code))
    expect((await portal.call('POST', '/users/register', body, { client })).status).toBe(201)
    expect((await ask('another@campus.example', client)).status).toBe(429)
  })

  test('allows more than 120 an hour for a network that many people share', async () => {
    const college = await startAccounts({
      mailsPerHour: 10_000,
      sharedNetworks: readConfig({ SHARED_NETWORKS: '198.51.100.0/24' }, () => '').sharedNetworks,
    })
    college.stopClock()
    for (const [client, status] of [
      ['198.51.100.7', 200],
      ['203.0.113.1', 429],
    ] as const) {
      const statuses: number[] = []
      for (let n = 0; n < 121; n++) {
        const body = { email: `other-${n}-${client}@campus.example` }
        const path = '/users/request-code-pass-reset'
        statuses.push((await college.call('POST', path, body, { client })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), status])
    }
    await college.close()
  })

  test('counts addresses that the mail server refuses for the network', async () => {
    portal.stopClock()
    portal.smtp.mode = 'refuse'
    const client = '198.51.100.7'
    await othersAsk(119, client)
    expect((await ask('nobody@campus.example', client)).status).toBe(422)
    portal.smtp.mode = 'accept'
    expect((await ask(EMAIL, client)).status).toBe(429)
    expect((await ask(EMAIL, '198.51.100.8')).status).toBe(200)
  })

  test('limits per time are off with RATE_LIMITS=off', async () => {
    const free = await startAccounts({ rateLimits: false })
    for (let i = 0; i < 3; i++) await free.codeFor(EMAIL)
    await free.close()
  })

  test('addresses outside the allowed domains cannot register', async () => {
    const site = await startAccounts({ allowedEmailDomains: ['campus.example', 'fest.example'] })
    const request = (email: string) => site.call('POST', '/users/request-code', { email })
    for (const email of [
      'club@elsewhere.example',
      'club@sub.campus.example',
      'a@evilcampus.example',
    ]) {
      const { status, body } = await request(email)
      expect([status, body?.errors?.[0]?.path]).toEqual([422, 'email'])
      const registering = await site.call('POST', '/users/register', registration(email, '000000'))
      expect([registering.status, registering.body?.errors?.[0]?.path]).toEqual([422, 'email'])
    }
    expect((await request('club@CAMPUS.example')).status).toBe(200)
    expect((await request('club@fest.example')).status).toBe(200)
    await site.close()
  })
})
