import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { type Accounts, PASSWORD, startAccounts } from '#tests/support/accounts.ts'
import { startPortal } from '#tests/support/portal.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

describe('filling the disk with stored answers', () => {
  it('ends at 64 MB a day for each account; orders without a key, and of other accounts, still succeed', async () => {
    let moved = 0
    const stoodAt = Date.now()
    const portal = await startPortal({ now: () => stoodAt + moved })
    const [club, other] = [await portal.createClub(), await portal.createClub()]
    const link = `https://shop.example/${'x'.repeat(2_000)}`
    const order = ({ id, token }: typeof club, from: number, key?: string, count = 200) =>
      portal.request('POST', '/cart/add-items', {
        token,
        body: {
          userId: id,
          items: Array.from({ length: count }, (_, row) => ({
            itemName: `Felt ${from + row}`,
            ordered_quantity: 1,
            link,
          })),
        },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
    for (let from = 0; from < 1_000; from += 200) expect((await order(club, from)).status).toBe(200)
    let kept = 0
    while (kept < 60 && (await order(club, 0, `key-${kept}`, 1)).status === 200) kept++
    // each answer is the whole order, 2.2 MB
    expect(kept).toBeGreaterThan(25)
    expect(kept).toBeLessThan(35)
    const refused = await order(club, 0, 'one-more', 1)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await order(club, 0, 'key-0', 1)).status).toBe(200)
    expect((await order(club, 0, undefined, 1)).status).toBe(200)
    expect((await order(other, 0, 'key-0', 1)).status).toBe(200)
    moved = 24 * HOUR
    const token = await portal.signIn(club)
    expect((await order({ ...club, token }, 0, 'one-more', 1)).status).toBe(200)
    await portal.close()
  })
})
