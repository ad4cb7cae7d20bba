import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PASSWORD, startAccounts, type Accounts } from '#tests/support/accounts.ts'

const EMAIL = 'club@campus.example'

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

test('a hundred registrations at once with one code make one account', async () => {
  const verificationCode = await portal.codeFor(EMAIL)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      portal.call('POST', '/users/register', {
        cordName: 'Coordinator',
        clubName: `Club ${i}`,
        mobile: '+91 98765-43210',
        email: EMAIL,
        password: PASSWORD,
        verificationCode,
      }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(99)
})
