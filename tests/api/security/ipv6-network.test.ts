import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { atDepth } from '#tests/support/random.ts'
import { type Accounts, EMAIL, PASSWORD, startAccounts } from '#tests/support/accounts.ts'

const TRIES = atDepth(10, 100)

/** Addresses of one subscriber, in the notations that a proxy may use. */
const inOneNetwork = (n: number) => `[2001:db8:1:2:${n.toString(16)}::1]:${40_000 + (n % 20_000)}`

let site: Accounts
beforeEach(async () => {
  site = await startAccounts({}, { hashMs: 4 })
  await site.addAccount()
})
afterEach(() => site.close())

describe('one IPv6 subscriber with many addresses', () => {
  it('is limited to as many in a /56, and to three times as many in a /48', async () => {
    site.stopClock()
    let asked = 0
    const grantedIn = async (tries: number, toNetwork: (n: number) => string) => {
      let granted = 0
      for (let n = 0; n < tries; n++) {
        const body = { email: `club-${asked++}@campus.example` }
        const client = `2001:db8:1:${toNetwork(n)}::1`
        const path = '/users/request-code-pass-reset'
        if ((await site.call('POST', path, body, { client })).status === 200) granted++
      }
      return granted
    }
    expect(await grantedIn(125, (n) => `1${(n % 100).toString(16).padStart(2, '0')}`)).toBe(120)
    expect(await grantedIn(185, (n) => `${n.toString(16)}00`)).toBe(180)
    expect(await grantedIn(5, (n) => n.toString(16))).toBe(0)
  })

  it('is limited to thirty password guesses in a /56, and to ninety in a /48', async () => {
    site.stopClock()
    const statuses: number[] = []
    for (let n = 0; n < 120; n++) {
      const client = `2001:db8:1:${(Math.floor(n / 40) * 256 + n).toString(16)}::1`
      statuses.push((await site.signIn(`club-${n}@campus.example`, 'wrong-1', client)).status)
    }
    for (const third of [0, 1, 2])
      expect(statuses.slice(third * 40, third * 40 + 40)).toEqual([
        ...Array.from({ length: 30 }, () => 401),
        ...Array.from({ length: 10 }, () => 429),
      ])
    const elsewhere = await site.signIn(EMAIL, 'wrong-1', '2001:db8:1:ff00::1')
    expect(elsewhere.status).toBe(429)
    expect((await site.signIn(EMAIL, PASSWORD, '2001:db8:2::1')).status).toBe(200)
  })

  it('cannot delay other clients with 130 connections that sign in continuously', async () => {
    // So many that each signs in fewer than twenty times.
    const people: { email: string; device: string | undefined }[] = []
    for (let n = 0; n < TRIES / 5; n++) {
      const email = `person-${n}@campus.example`
      await site.addAccount({ email })
      people.push({ email, device: (await site.signIn(email, PASSWORD, '192.0.2.9')).body?.device })
    }
    const attack = { isOver: false, answers: 0 }
    const connections = Array.from({ length: 130 }, async (_, n) => {
      for (let round = 0; !attack.isOver; round++) {
        await site.signIn(EMAIL, 'wrong-password-1', inOneNetwork(n * 1_000 + round))
        attack.answers++
      }
    })
    let [known, fresh] = [0, 0]
    for (let n = 0; n < TRIES; n++) {
      const { email = '', device } = people[n % people.length] ?? {}
      if ((await site.signIn(email, PASSWORD, '192.0.2.9', device)).status === 200) known++
      if ((await site.signIn(email, PASSWORD, `192.0.2.${n + 10}`)).status === 200) fresh++
    }
    attack.isOver = true
    await Promise.all(connections)
    expect(attack.answers).toBeGreaterThan(130)
    expect([known, fresh]).toEqual([TRIES, TRIES])
  })
})

describe('all mails together', () => {
  let small: Accounts
  beforeEach(async () => {
    small = await startAccounts({ mailsPerHour: 10 })
    small.stopClock()
  })
  afterEach(() => small.close())

  const ask = (n: number, client = `192.0.2.${n}`) =>
    small.call('POST', '/users/request-code', { email: `club-${n}@campus.example` }, { client })

  it('have a budget for an hour: mails beyond it fail, and the log records it', async () => {
    for (let n = 0; n < 4; n++) expect((await ask(n)).status).toBe(200)
    const fifth = await ask(4)
    expect([fifth.status, fifth.body?.message]).toEqual([503, 'Failed to send OTP.'])
    expect((await ask(5)).status).toBe(503)
    const told = small.portal.lines.filter(({ event }) => event === 'mail_budget_reached')
    expect(told).toMatchObject([{ share: 'register', mails_per_hour: 4 }])
    small.later(3_600_000)
    expect((await ask(4)).status).toBe(200)
    expect(small.smtp.mails).toHaveLength(5)
  })

  it('leave enough for a new password and for notices, however many ask for codes to register with', async () => {
    await small.addAccount()
    await small.addAccount({ email: 'boss@campus.example', access: 'bosslevel' })
    for (let n = 0; n < 20; n++) await ask(n)
    expect(small.smtp.mails).toHaveLength(4)
    expect((await small.signIn(EMAIL)).status).toBe(200)
    expect(await small.resetCodeFor(EMAIL)).toMatch(/^\d{6}$/)
    await small.signIn('boss@campus.example')
    await small.smtp.waitForMail('boss@campus.example')
  })

  it('are not used up for others by one network, however wide', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 10; n++)
      statuses.push((await ask(n, `2001:db8:1:${n.toString(16)}00::1`)).status)
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 7 }, () => 429)])
    expect((await ask(11, '192.0.2.1')).status).toBe(200)
  })
})
