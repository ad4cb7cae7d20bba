import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { type Accounts, PASSWORD, startAccounts } from '#tests/support/accounts.ts'

describe('code guessing from one client address', () => {
  let site: Accounts
  beforeEach(async () => {
    site = await startAccounts()
    site.stopClock()
  })
  afterEach(() => site.close())

  const guess = (index: number, client: string) =>
    index % 2
      ? site.call(
          'PUT',
          '/users/reset-password',
          {
            email: `club-${index}@campus.example`,
            newPassword: PASSWORD,
            verificationCode: '000000',
          },
          { client },
        )
      : site.call(
          'POST',
          '/users/register',
          {
            cordName: 'Asha',
            clubName: 'Film Club',
            mobile: '5550100',
            email: `club-${index}@campus.example`,
            password: PASSWORD,
            verificationCode: '000000',
          },
          { client },
        )

  it('counts right codes too: each try costs a hash', async () => {
    const email = 'club@campus.example'
    await site.addAccount({ email, clubName: 'violet-lantern-42' })
    const verificationCode = await site.resetCodeFor(email)
    const client = '198.51.100.7'
    // The password equals the name of the club, so the code stays valid.
    const tryIt = () =>
      site.call(
        'PUT',
        '/users/reset-password',
        { email, newPassword: PASSWORD, verificationCode },
        { client },
      )
    for (let n = 0; n < 120; n += 40) {
      const replies = await Promise.all(Array.from({ length: 40 }, tryIt))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 422))
    }
    expect((await tryIt()).status).toBe(429)
  })

  it('has to wait after 120 wrong codes for any addresses, until a pause; other clients are not affected', async () => {
    const client = '198.51.100.7'
    for (let n = 0; n < 120; n += 40) {
      const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(n + i, client)))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 400))
    }
    const { status, headers } = await guess(1, client)
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect((await guess(1, '198.51.100.8')).status).toBe(400)
    site.later(2_000)
    expect((await guess(1, client)).status).toBe(400)
    expect((await guess(1, client)).headers.get('retry-after')).toBe('4')
  })
})
