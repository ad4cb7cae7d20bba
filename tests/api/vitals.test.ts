import { expect, test } from 'bun:test'
import { openOffice } from '#tests/support/office.ts'

const { portal } = await openOffice()

const report = { page: '/', values: { LCP: 120, CLS: 0 } }
const send = (body: unknown, headers?: Record<string, string>) =>
  portal.request('POST', '/vitals', { body, headers })

test('a report is counted and gets an empty answer', async () => {
  const { status, body } = await send(report)
  expect([status, body]).toEqual([204, null] as never)
})

test.each([
  [[], 422, 'invalid'],
  ['{', 400, 'bad_json'],
  [{ ...report, name: 'x'.repeat(2_000) }, 413, 'too_large'],
])('a report that is none is refused: %#', async (body, status, code) => {
  const answer = await send(body)
  expect(answer.status).toBe(status)
  expect(answer.body.code).toBe(code as never)
})

test('reports of one client address are limited', async () => {
  const allowance = { free: 600, windowMs: 3_600_000 }
  while ((await portal.deps.counters.take('vitals:127.0.0.1', allowance)) === 0);
  const { status, headers } = await send(report)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  // a report that opts out of tracking is neither counted nor stored
  expect((await send(report, { dnt: '1' })).status).toBe(204)
})
