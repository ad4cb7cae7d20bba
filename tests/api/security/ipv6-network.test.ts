import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { atDepth } from '#tests/support/random.ts'
import { type Accounts, PASSWORD, startAccounts } from '#tests/support/accounts.ts'

const PERSON = 'club@campus.example'
const TRIES = atDepth(10, 100)

/** Addresses of one subscriber, in the notations that a proxy may use. */
const inOneNetwork = (n: number) => `[2001:db8:1:2:${n.toString(16)}::1]:${40_000 + (n % 20_000)}`

let site: Accounts
beforeEach(async () => {
  site = await startAccounts()
  await site.addAccount({ email: PERSON })
})
afterEach(() => site.close())

describe('one IPv6 subscriber with many addresses', () => {
  it('is limited to thirty password guesses, like any other client', async () => {
    site.stopClock()
    const statuses: number[] = []
    for (let n = 0; n < 60; n++)
      statuses.push(
        (await site.signIn(`club-${n}@campus.example`, 'wrong-password-1', inOneNetwork(n))).status,
      )
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('is limited to twenty mailed codes an hour, like any other client', async () => {
    site.stopClock()
    const ask = (n: number) =>
      site.call(
        'POST',
        '/users/request-code',
        { email: `club-${n}@campus.example` },
        { client: inOneNetwork(n) },
      )
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push((await ask(n)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(site.smtp.mails).toHaveLength(20)
  })

  it('cannot delay other clients with 130 connections that sign in continuously', async () => {
    const { device } = (await site.signIn(PERSON, PASSWORD, '192.0.2.9')).body ?? {}
    const attack = { isOver: false, answers: 0 }
    const connections = Array.from({ length: 130 }, async (_, n) => {
      for (let round = 0; !attack.isOver; round++) {
        await site.signIn(PERSON, 'wrong-password-1', inOneNetwork(n * 1_000 + round))
        attack.answers++
      }
    })
    let [known, fresh] = [0, 0]
    for (let n = 0; n < TRIES; n++) {
      if ((await site.signIn(PERSON, PASSWORD, '192.0.2.9', device)).status === 200) known++
      if ((await site.signIn(PERSON, PASSWORD, `192.0.2.${n + 10}`)).status === 200) fresh++
    }
    attack.isOver = true
    await Promise.all(connections)
    expect(attack.answers).toBeGreaterThan(130)
    expect([known, fresh]).toEqual([TRIES, TRIES])
  })
})

describe('all mails together', () => {
  it('have a budget for an hour: mails beyond it fail, and the log records it', async () => {
    const small = await startAccounts({ mailsPerHour: 3 })
    small.stopClock()
    const ask = (n: number) =>
      small.call(
        'POST',
        '/users/request-code',
        { email: `club-${n}@campus.example` },
        { client: `192.0.2.${n}` },
      )
    for (let n = 0; n < 3; n++) expect((await ask(n)).status).toBe(200)
    const fourth = await ask(3)
    expect([fourth.status, fourth.body?.message]).toEqual([503, 'Failed to send OTP.'])
    expect((await ask(4)).status).toBe(503)
    const told = small.portal.lines.filter(({ event }) => event === 'mail_budget_reached')
    expect(told).toHaveLength(1)
    small.later(3_600_000)
    expect((await ask(3)).status).toBe(200)
    expect(small.smtp.mails).toHaveLength(4)
    await small.close()
  })
})
