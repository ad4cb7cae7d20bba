import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'

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
  test('200 times from many networks makes each unknown browser wait 2 s, and a known one not at all', async () => {
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
    // Other strangers go on meanwhile, each with a wait of its own.
    for (let network = 0; network < 20; network++)
      expect((await signIn(EMAIL, 'wrong-password-1', `203.0.113.${network}`)).status).toBe(429)
    portal.later(2_000)
    expect((await signIn(EMAIL, PASSWORD, mine)).status).toBe(200)
  })
})

describe('too many at once', () => {
  test('wait in a queue of a hundred; the rest is asked to come back and has not failed', async () => {
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
