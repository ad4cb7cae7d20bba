import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { atDepth } from '#tests/support/random.ts'
import { type Accounts, PASSWORD, startAccounts } from '#tests/support/accounts.ts'

const VICTIM = 'boss@campus.example'
const ATTACKER = '198.51.100.7'
const ELSEWHERE = '192.0.2.9'
const TRIES = atDepth(22, 100)
const SECOND = 1_000
/** So seldom that the person's own sign-ins stay below their limit. */
const PAUSE = 60 * SECOND

let site: Accounts
beforeEach(async () => {
  site = await startAccounts()
  site.stopClock()
  await site.addAccount({ email: VICTIM, access: 'bosslevel' })
})
afterEach(() => site.close())

describe('keeping a chosen person out', () => {
  it('by ten wrong passwords at once, again and again, from one address does not affect other addresses', async () => {
    for (let round = 0; round < TRIES; round++) {
      const wrong = () => site.signIn(VICTIM, 'wrong-password-1', ATTACKER)
      await Promise.all(Array.from({ length: 10 }, wrong))
      site.later(PAUSE)
      expect((await site.signIn(VICTIM, PASSWORD, ELSEWHERE)).status).toBe(200)
    }
  })

  it('by asking for all the codes of a day fails, because a known browser has its own limit', async () => {
    const ask = (client: string, device?: string) =>
      site.call('POST', '/users/request-code-pass-reset', { email: VICTIM }, { client, device })
    const { device } = (await site.signIn(VICTIM, PASSWORD, ELSEWHERE)).body ?? {}
    for (let n = 0; n < 10; n++) {
      expect((await ask(ATTACKER)).status).toBe(200)
      site.later(31 * SECOND)
    }
    expect((await ask(ATTACKER)).status).toBe(429)
    expect((await ask(ELSEWHERE)).status).toBe(200)
    // Six networks have used up the limit of unknown browsers; a known browser has its own ten.
    for (let n = 11; n < 60; n++) {
      expect((await ask(`203.0.113.${n % 5}`)).status).toBe(200)
      site.later(31 * SECOND)
    }
    expect((await ask('203.0.113.200')).status).toBe(429)
    expect((await ask(ELSEWHERE, device)).status).toBe(200)
  })
})
