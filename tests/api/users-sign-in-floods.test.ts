import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'
const FIFTEEN_MINUTES = 15 * 60_000

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

describe('failing to sign in', () => {
  beforeEach(() => portal.stopClock())

  test('is forgotten after fifteen minutes', async () => {
    await failTimes(5)
    expect((await signIn()).status).toBe(429)
    portal.later(FIFTEEN_MINUTES)
    await failTimes(5)
  })

  test('thirty times from one client address delays only that address, and a success does not clear the count', async () => {
    await portal.addAccount()
    const client = '198.51.100.7'
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => failTimes(1, `club-${i}@campus.example`, client)),
    )
    expect((await signIn(EMAIL, PASSWORD, client)).status).toBe(429)
    expect((await signIn(EMAIL, PASSWORD, '198.51.100.8')).status).toBe(200)
    portal.later(2_000)
    expect((await signIn(EMAIL, PASSWORD, client)).status).toBe(200)
    portal.later(2_000)
    await failTimes(1, 'club-0@campus.example', client)
    expect((await signIn(EMAIL, PASSWORD, client)).status).toBe(429)
  })

  test('cannot be hidden behind an invented X-Forwarded-For', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        failTimes(1, `club-${i}@campus.example`, `203.0.113.${i}, 198.51.100.7`),
      ),
    )
    expect((await signIn(EMAIL, PASSWORD, '203.0.113.99, 198.51.100.7')).status).toBe(429)
  })
})

describe('failing to sign in', () => {
  test('200 times from many networks makes each unknown browser wait 2 s, but no known one', async () => {
    await portal.addAccount()
    const { device } = (await signIn(EMAIL, PASSWORD, '192.0.2.1')).body ?? {}
    for (let network = 0; network < 40; network++)
      await Promise.all(
        Array.from({ length: 5 }, () => failTimes(1, EMAIL, `198.51.100.${network}`)),
      )
    const mine = '192.0.2.99'
    const first = await signIn(EMAIL, PASSWORD, mine)
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await signIn(EMAIL, PASSWORD, mine, device)).status).toBe(200)
    // Other unknown browsers continue meanwhile, each with its own wait.
    for (let network = 0; network < 20; network++)
      expect((await signIn(EMAIL, 'wrong-password-1', `203.0.113.${network}`)).status).toBe(429)
    portal.later(2_000)
    expect((await signIn(EMAIL, PASSWORD, mine)).status).toBe(200)
  })
})

describe('too many at once', () => {
  test('wait in a queue of a hundred; the rest get 503 and count no failure', async () => {
    portal.stopClock()
    const replies = await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        signIn(`club-${i}@campus.example`, 'wrong-password-1', `203.0.113.${i}`),
      ),
    )
    const judged = replies.filter(({ status }) => status === 401)
    const busy = replies.filter(({ status }) => status === 503)
    expect(judged.length).toBeGreaterThanOrEqual(100)
    expect(busy.length).toBeGreaterThan(0)
    expect(judged.length + busy.length).toBe(130)
    for (const { headers, body } of busy) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body?.code).toBe('store_unavailable')
    }
    const turnedAway = replies.findIndex(({ status }) => status === 503)
    await failTimes(5, `club-${turnedAway}@campus.example`)
  })
})
