import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'

const KNOWN = 'known@campus.example'
const UNKNOWN = 'unknown@campus.example'

let site: Accounts
beforeAll(async () => {
  site = await startAccounts({ rateLimits: false }, { hashMs: null })
  await site.addAccount({ email: KNOWN })
})
afterAll(() => site.close())

test('a wrong password takes as long for an unknown address as for a known one', async () => {
  const timeOf = async (email: string) => {
    const started = performance.now()
    await site.signIn(email, 'a password that is wrong')
    return performance.now() - started
  }
  await timeOf(KNOWN)
  const fastest = { known: Infinity, unknown: Infinity }
  for (let n = 0; n < 10; n++) {
    fastest.known = Math.min(fastest.known, await timeOf(KNOWN))
    fastest.unknown = Math.min(fastest.unknown, await timeOf(UNKNOWN))
  }
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
})
