import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startAccounts, type Accounts } from '#tests/support/accounts.ts'

let portal: Accounts
beforeEach(async () => {
  portal = await startAccounts()
})
afterEach(() => portal.close())

test('asking for a code answers 503 within 10 s when the mail server is slow', async () => {
  portal.smtp.mode = 'crawl'
  const start = performance.now()
  const { status } = await portal.call('POST', '/users/request-code', {
    email: 'club@campus.example',
  })
  expect(status).toBe(503)
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(portal.smtp.mails).toHaveLength(0)
})
