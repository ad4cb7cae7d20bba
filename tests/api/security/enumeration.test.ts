import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'

const KNOWN = 'known@campus.example'
const DISABLED = 'disabled@campus.example'
const UNKNOWN = 'unknown@campus.example'

let site: Accounts
beforeAll(async () => {
  site = await startAccounts({ rateLimits: false })
  await site.addAccount({ email: KNOWN })
  await site.addAccount({ email: DISABLED })
  await site.disable(DISABLED)
})
afterAll(() => site.close())

const ASKED: [call: string, method: string, path: string, rest: Record<string, string>][] = [
  ['signing in', 'POST', '/users/login', { password: 'a password that is wrong' }],
  ['asking for a code to register with', 'POST', '/users/request-code', {}],
  ['asking for a code for a new password', 'POST', '/users/request-code-pass-reset', {}],
  [
    'a wrong code for a new password',
    'PUT',
    '/users/reset-password',
    { newPassword: 'quiet-harbour-77', verificationCode: '000000' },
  ],
]

describe('account enumeration', () => {
  it.each(ASKED)(
    '%s tells known, disabled and unknown addresses apart neither by status nor by body nor by header',
    async (_, method, path, rest) => {
      const told = []
      for (const email of [KNOWN, DISABLED, UNKNOWN]) {
        const { status, headers, body } = await site.call(method, path, { email, ...rest })
        const { requestId: _id, ...said } = (body ?? {}) as Record<string, unknown>
        const names = [...headers.keys()].toSorted()
        told.push(JSON.stringify({ status, said, names, length: headers.get('content-length') }))
      }
      expect(new Set(told).size, told.join('\n')).toBe(1)
    },
  )
})
