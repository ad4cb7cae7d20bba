import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { EMAIL, PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'
import { useQuickHashes } from '#tests/support/quick-hashes.ts'
import { until } from '#tests/support/until.ts'

const FIFTEEN_MINUTES = 15 * 60_000

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts({}, { hashMs: 4 })
})
afterEach(() => portal.close())

describe('failing to sign in', () => {
  beforeEach(() => portal.stopClock())

  test('is forgotten after fifteen minutes', async () => {
    await portal.failTimes(5)
    expect((await portal.signIn()).status).toBe(429)
    portal.later(FIFTEEN_MINUTES)
    await portal.failTimes(5)
  })

  test('thirty times from one client address delays only that address, whatever it invents, and a success does not clear the count', async () => {
    await portal.addAccount()
    const client = '198.51.100.7'
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        portal.failTimes(1, `club-${i}@campus.example`, { client: `203.0.113.${i}, ${client}` }),
      ),
    )
    expect((await portal.signIn(EMAIL, PASSWORD, `203.0.113.99, ${client}`)).status).toBe(429)
    expect((await portal.signIn(EMAIL, PASSWORD, '198.51.100.8')).status).toBe(200)
    portal.later(2_000)
    expect((await portal.signIn(EMAIL, PASSWORD, client)).status).toBe(200)
    portal.later(2_000)
    await portal.failTimes(1, 'club-0@campus.example', { client })
    expect((await portal.signIn(EMAIL, PASSWORD, client)).status).toBe(429)
  })

  test('200 times from many networks makes each unknown browser wait 2 s, but no known one', async () => {
    await portal.addAccount()
    const { device } = (await portal.signIn(EMAIL, PASSWORD, '192.0.2.1')).body ?? {}
    for (let network = 0; network < 40; network++)
      await portal.failTimes(5, EMAIL, { client: `198.51.100.${network}` })
    const mine = '192.0.2.99'
    const first = await portal.signIn(EMAIL, PASSWORD, mine)
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await portal.signIn(EMAIL, PASSWORD, mine, device)).status).toBe(200)
    // Other unknown browsers continue meanwhile, each with its own wait.
    for (let network = 0; network < 20; network++)
      expect((await portal.signIn(EMAIL, 'wrong-password-1', `203.0.113.${network}`)).status).toBe(
        429,
      )
    portal.later(2_000)
    expect((await portal.signIn(EMAIL, PASSWORD, mine)).status).toBe(200)
  })
})

describe('signing in with the right password', () => {
  beforeEach(() => portal.stopClock())

  test('twenty times makes the next one of that account wait, from any browser; others do not', async () => {
    await portal.addAccount()
    await portal.addAccount({ email: 'other@campus.example' })
    const devices: string[] = []
    for (let n = 0; n < 20; n++) {
      const { status, body } = await portal.signIn(EMAIL, PASSWORD, `198.51.100.${n}`)
      expect(status).toBe(200)
      devices.push(String(body?.device))
    }
    for (const device of [undefined, devices[0], devices[19]]) {
      const refused = await portal.signIn(EMAIL, PASSWORD, '198.51.100.99', device)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
      expect(refused.body?.message).toBe('Too many attempts. Please try again in 2 seconds.')
    }
    expect((await portal.signIn('other@campus.example', PASSWORD, '198.51.100.1')).status).toBe(200)
    portal.later(2_000)
    expect((await portal.signIn()).status).toBe(200)
    expect((await portal.signIn()).headers.get('retry-after')).toBe('4')
    portal.later(FIFTEEN_MINUTES)
    expect((await portal.signIn()).status).toBe(200)
  })

  test('two hundred times from one network makes unknown browsers of it wait; known ones and other networks do not', async () => {
    const hall = '198.51.100.7'
    const emails = Array.from({ length: 11 }, (_, n) => `club-${n}@campus.example`)
    for (const email of emails) await portal.addAccount({ email })
    const devices = new Map<string, string>()
    for (const email of emails.slice(0, 10))
      for (let n = 0; n < 20; n++) {
        const { status, body } = await portal.signIn(email, PASSWORD, hall)
        expect(status).toBe(200)
        devices.set(email, String(body?.device))
      }
    const [last = ''] = emails.slice(-1)
    expect((await portal.signIn(last, PASSWORD, hall)).status).toBe(429)
    const { status, body } = await portal.signIn(last, PASSWORD, '198.51.100.8')
    expect(status).toBe(200)
    expect((await portal.signIn(last, PASSWORD, hall, body?.device)).status).toBe(200)
  })
})

describe('known browsers of one account', () => {
  test('count as unknown ones after thirty failures together, and never slow those of another', async () => {
    portal.stopClock()
    await portal.addAccount()
    await portal.addAccount({ email: 'other@campus.example' })
    const hall = '198.51.100.7'
    const other = (await portal.signIn('other@campus.example', PASSWORD, hall)).body?.device
    const devices: string[] = []
    for (let n = 0; n < 12; n++)
      devices.push(String((await portal.signIn(EMAIL, PASSWORD, `192.0.2.${n}`)).body?.device))
    const statuses: number[] = []
    for (const device of devices)
      for (let n = 0; n < 5; n++)
        statuses.push((await portal.signIn(EMAIL, 'wrong-password-1', hall, device)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30 + 5)
    expect((await portal.signIn('other@campus.example', PASSWORD, hall, other)).status).toBe(200)
    expect((await portal.signIn(EMAIL, PASSWORD, '203.0.113.1', devices[11])).status).toBe(200)
  })
})

describe('while one club signs in from 150 connections with many known browsers', () => {
  test('an administrator with a known browser and a club of another network sign in', async () => {
    const [mine, home, office] = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
    const admin = 'boss@campus.example'
    const evil = 'evil@campus.example'
    await portal.addAccount()
    await portal.addAccount({ email: admin, access: 'bosslevel' })
    await portal.addAccount({ email: evil })
    const device = (await portal.signIn(admin, PASSWORD, office)).body?.device
    const devices: (string | undefined)[] = []
    for (let n = 0; n < 15; n++)
      devices.push((await portal.signIn(evil, PASSWORD, mine)).body?.device)
    const flood = { isOver: false, answers: 0 }
    const connections = Array.from({ length: 150 }, async (_, n) => {
      while (!flood.isOver) {
        await portal.signIn(evil, PASSWORD, mine, devices[n % devices.length])
        flood.answers++
      }
    })
    await until('the flood is there', () => flood.answers > 150)
    for (let n = 0; n < 3; n++) {
      expect((await portal.signIn(admin, PASSWORD, office, device)).status).toBe(200)
      expect((await portal.signIn(EMAIL, PASSWORD, home)).status).toBe(200)
    }
    flood.isOver = true
    await Promise.all(connections)
  })
})

describe('too many at once', () => {
  test('wait in a queue of a hundred; the rest get 503 and count no failure', async () => {
    portal.stopClock()
    useQuickHashes(25)
    const replies = await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        portal.signIn(`club-${i}@campus.example`, 'wrong-password-1', `203.0.113.${i}`),
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
    await portal.failTimes(5, `club-${turnedAway}@campus.example`)
  })
})
